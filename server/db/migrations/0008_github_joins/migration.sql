-- AlterTable
ALTER TABLE "oauth_code" ADD COLUMN     "github_issuer" TEXT,
ADD COLUMN     "github_login" TEXT,
ADD COLUMN     "github_repository_id" TEXT,
ADD COLUMN     "github_user_id" TEXT;

-- AlterTable
ALTER TABLE "connection" ADD COLUMN     "ends_at" TIMESTAMPTZ(3),
ADD COLUMN     "github_login" TEXT,
ADD COLUMN     "github_user_id" TEXT;

-- CreateTable
CREATE TABLE "connect_sign_in" (
    "id" TEXT NOT NULL,
    "ticket" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "connect_sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "connect_sign_in_expires_at_idx" ON "connect_sign_in"("expires_at");
