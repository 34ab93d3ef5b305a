# Two stages: the first has Node.js for the front end, the second only what runs.
FROM python:3.12-slim-bookworm AS build
WORKDIR /source
COPY requirements/build.lock requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/build.lock
COPY . .
RUN pip wheel --no-build-isolation --no-deps --wheel-dir /wheels .

FROM python:3.12-slim-bookworm
COPY requirements/run.lock /tmp/
RUN pip install --no-cache-dir --require-hashes -r /tmp/run.lock && rm /tmp/run.lock
COPY --from=build /wheels /tmp/wheels
RUN pip install --no-cache-dir --no-deps /tmp/wheels/*.whl && rm -r /tmp/wheels
RUN useradd --uid 10001 --no-create-home tracegrade \
    && install --directory --owner tracegrade --group tracegrade --mode 700 /data
USER tracegrade
ENV TRACEGRADE_DATA=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["python", "-c", \
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["tracegrade", "serve", "--host", "0.0.0.0", "--port", "8000"]
