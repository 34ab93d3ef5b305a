// Names of NumPy that solutions of such problems use; local names come from the language itself.
const functions = `abs add all allclose amax amin any arange argmax argmin argsort array array_equal asarray
  broadcast_to clip concatenate cos cumsum diag diagonal divide dot einsum empty empty_like equal exp expand_dims
  eye finfo flip float32 float64 full full_like hstack identity inner int64 isfinite isnan linspace log log1p
  logical_and logical_not logical_or matmul max maximum mean median min minimum moveaxis multiply nan_to_num
  newaxis ones ones_like outer pad pi prod ravel repeat reshape round shape sign sin sort split sqrt square
  squeeze stack std subtract sum swapaxes take take_along_axis tanh tensordot tile trace transpose tril triu
  unique var vstack where zeros zeros_like`.split(/\s+/);

const options = functions.map(name => ({label: `np.${name}`, type: "function"}));

export function completeNumpy(context) {
  const word = context.matchBefore(/\bnp\.\w*/);
  return word ? {from: word.from, options, validFor: /^np\.\w*$/} : null;
}
