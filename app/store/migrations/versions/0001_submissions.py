"""Learners, submissions and jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "learners",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("session_token_sha256", sa.String(64), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("last_seen_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_learners"),
        sa.UniqueConstraint("session_token_sha256", name="uq_learners_session_token_sha256"),
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("learner_id", sa.String(32), nullable=False),
        sa.Column("problem", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(32), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("code_sha256", sa.String(64), nullable=False),
        sa.Column("grading_hash", sa.String(64), nullable=False),
        sa.Column("content_hash", sa.String(64), nullable=False),
        sa.Column("idempotency_key", sa.String(128), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("started_at", TIME, nullable=True),
        sa.Column("finished_at", TIME, nullable=True),
        sa.Column("report", sa.Text(), nullable=True),
        sa.Column("verdict", sa.String(32), nullable=True),
        sa.Column("points", sa.Float(), nullable=True),
        sa.Column("points_possible", sa.Float(), nullable=False),
        sa.Column("tests_total", sa.Integer(), nullable=False),
        sa.CheckConstraint("kind IN ('run', 'submit')", name=op.f("ck_submissions_kind")),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'finished')", name=op.f("ck_submissions_state")
        ),
        sa.CheckConstraint(
            "(state = 'finished') = (finished_at IS NOT NULL AND verdict IS NOT NULL)",
            name=op.f("ck_submissions_finished"),
        ),
        sa.ForeignKeyConstraint(
            ["learner_id"], ["learners.id"], name="fk_submissions_learner_id_learners"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_submissions"),
        sa.UniqueConstraint(
            "learner_id", "idempotency_key", name="uq_submissions_learner_id_idempotency_key"
        ),
        sa.UniqueConstraint(
            "learner_id",
            "problem",
            "kind",
            "number",
            name="uq_submissions_learner_id_problem_kind_number",
        ),
    )
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.String(32), nullable=False),
        sa.Column("available_at", TIME, nullable=False),
        sa.Column("leased_by", sa.String(64), nullable=True),
        sa.Column("lease_expires_at", TIME, nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "(leased_by IS NULL) = (lease_expires_at IS NULL)", name=op.f("ck_jobs_lease")
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submissions.id"],
            name="fk_jobs_submission_id_submissions",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("submission_id", name="uq_jobs_submission_id"),
    )
    op.create_index("ix_jobs_available_at_id", "jobs", ["available_at", "id"])
