# Two stages: the first has Node.js for the front end, the second only what runs.
ARG BASE=python:3.12-slim-bookworm

FROM ${BASE} AS build
WORKDIR /source
COPY requirements/build.lock requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/build.lock
COPY . .
RUN pip wheel --no-cache-dir --no-build-isolation --no-deps --wheel-dir /wheels .

FROM ${BASE}
COPY requirements/run.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/run.lock
COPY --from=build /wheels /tmp/wheels
RUN pip install --no-cache-dir --no-index --no-deps /tmp/wheels/*.whl \
    && rm -r /tmp/wheels /tmp/run.lock
RUN useradd --uid 10001 --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin tracegrade \
    && install --directory --owner tracegrade --group tracegrade --mode 700 /data
# By number, so that an orchestrator can see that it is not root.
USER 10001:10001
ENV TRACEGRADE_DATA=/data PYTHONUNBUFFERED=1
# After the folder was made: a new volume takes its owner and mode.
VOLUME /data
EXPOSE 8000
# http.client asks no proxy, whatever the environment says.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["python", "-c", \
    "import http.client as h, sys; c = h.HTTPConnection('127.0.0.1', 8000, timeout=2); c.request('GET', '/healthz'); sys.exit(c.getresponse().status != 200)"]
STOPSIGNAL SIGTERM
# On all addresses of the container's own network; who publishes the port says to whom.
CMD ["tracegrade", "serve", "--host", "0.0.0.0", "--port", "8000"]
