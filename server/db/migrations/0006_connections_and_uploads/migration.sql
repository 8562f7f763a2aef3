-- AlterTable
ALTER TABLE "access_token" ADD COLUMN     "connection_id" CHAR(26);

-- CreateTable
CREATE TABLE "oauth_client" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "redirect_uris" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "fresh_until" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_client_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "oauth_code" (
    "hash" BYTEA NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "resource" TEXT,
    "workspace_id" CHAR(26),
    "joined_with" BYTEA,
    "connection_id" CHAR(26),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "oauth_code_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "connection" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "client_host" TEXT NOT NULL,
    "joined_with" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "connection_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refresh_token" (
    "hash" BYTEA NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "connection_id" CHAR(26) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3),
    "successor" BYTEA,
    "repeated" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "refresh_token_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "repository_workspace" (
    "issuer" TEXT NOT NULL,
    "repository_id" TEXT NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "repository" TEXT NOT NULL,
    "owner_id" TEXT NOT NULL,
    "connection_id" CHAR(26) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "repository_workspace_pkey" PRIMARY KEY ("issuer","repository_id")
);

-- CreateTable
CREATE TABLE "used_assertion" (
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_assertion_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "upload" (
    "id" CHAR(26) NOT NULL,
    "workspace_id" CHAR(26) NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "storage_key" TEXT,
    "kind" TEXT,
    "size" INTEGER,

    CONSTRAINT "upload_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "oauth_client_last_used_at_created_at_idx" ON "oauth_client"("last_used_at", "created_at");

-- CreateIndex
CREATE INDEX "oauth_code_expires_at_idx" ON "oauth_code"("expires_at");

-- CreateIndex
CREATE INDEX "connection_workspace_id_id_idx" ON "connection"("workspace_id", "id" DESC);

-- CreateIndex
CREATE INDEX "connection_client_id_idx" ON "connection"("client_id");

-- CreateIndex
CREATE INDEX "refresh_token_connection_id_idx" ON "refresh_token"("connection_id");

-- CreateIndex
CREATE INDEX "refresh_token_expires_at_idx" ON "refresh_token"("expires_at");

-- CreateIndex
CREATE INDEX "repository_workspace_workspace_id_idx" ON "repository_workspace"("workspace_id");

-- CreateIndex
CREATE INDEX "used_assertion_expires_at_idx" ON "used_assertion"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "upload_secret_hash_key" ON "upload"("secret_hash");

-- CreateIndex
CREATE INDEX "upload_workspace_id_expires_at_idx" ON "upload"("workspace_id", "expires_at");

-- CreateIndex
CREATE INDEX "upload_expires_at_idx" ON "upload"("expires_at");

-- CreateIndex
CREATE INDEX "access_token_connection_id_idx" ON "access_token"("connection_id");

-- CreateIndex
CREATE INDEX "access_token_expires_at_idx" ON "access_token"("expires_at");
