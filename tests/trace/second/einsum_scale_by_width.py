# step: scores
# lines: 22
# pitfall: scale-by-width
# outcome: wrong_value
from numpy import einsum, exp, sqrt, tanh, pi


def vit_encoder_block(x, num_heads, Wq, Wk, Wv, Wo, W1, W2):
    b, n, d = x.shape
    h = num_heads
    f = d // h

    def norm(a):
        c = a - einsum("bnd->bn", a)[..., None] / d
        return c / sqrt(einsum("bnd,bnd->bn", c, c)[..., None] / d + 1e-6)

    y = norm(x)
    wq, wk, wv = (w.reshape(d, h, f) for w in (Wq, Wk, Wv))
    q = einsum("bnd,dhf->bnhf", y, wq)
    k = einsum("bnd,dhf->bnhf", y, wk)
    v = einsum("bnd,dhf->bnhf", y, wv)
    s = einsum("bihf,bjhf->bhij", q, k) * d ** -0.5
    e = exp(s - s.max(3)[..., None])
    a = e / einsum("bhij->bhi", e)[..., None]
    o = einsum("bhij,bjhf->bihf", a, v)
    x1 = x + einsum("bihf,hfd->bid", o, Wo.reshape(h, f, d))
    u = einsum("bnd,dm->bnm", norm(x1), W1)
    u = u * (1 + tanh(sqrt(2 / pi) * (u + 0.044715 * u * u * u))) / 2
    return x1 + einsum("bnm,md->bnd", u, W2)
