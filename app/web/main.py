"""Puts the site together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from app import bootstrap
from app.web import errors
from app.web.assets import URL, Assets, load_assets
from app.web.routes import all_routers
from app.web.routes.static import HashedFiles
from app.web.security.bodies import BodyLimit
from app.web.security.headers import SecurityHeaders
from app.web.security.hosts import HostCheck
from app.web.security.last_resort import LastResort
from app.web.security.origins import OriginCheck
from app.web.site import Site
from app.web.templating import environment
from app.web.texts import PerContent
from app.web.views.problem import problem_view

API = "/api/v1"


def create_app(site: Site | None = None, assets: Assets | None = None) -> FastAPI:
    """The application; without arguments the one that the settings describe.

    Raises FrontEndMissing when the scripts and styles are not built.
    """
    parts = site or _site()
    app = FastAPI(
        title="Tracegrade",
        version="1",
        summary="Grades deep-learning exercises: list problems, hand in code, read the report.",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        lifespan=_lifespan,
    )
    app.state.site = parts
    app.state.assets = assets or load_assets()
    app.state.templates = environment()
    app.state.problem_views = PerContent(problem_view)
    errors.register(app)
    for router in all_routers():
        app.include_router(router)
    app.mount(URL, HashedFiles(app.state.assets.folder), name="static")
    _guard(app, parts)
    return app


def _guard(app: FastAPI, parts: Site) -> None:
    """The last one added is the first that a request meets."""
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=6)
    app.add_middleware(BodyLimit)
    app.add_middleware(OriginCheck)
    app.add_middleware(HostCheck, allowed=parts.allowed_hosts)
    app.add_middleware(LastResort)
    app.add_middleware(SecurityHeaders)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    yield
    app.state.site.live.close()


def _site() -> Site:
    settings = bootstrap.settings()
    database = bootstrap.database(settings)
    return Site(
        catalog=bootstrap.catalog(settings),
        sessions=database.sessions,
        live=database.live,
        allowed_hosts=settings.allowed_hosts,
    )
