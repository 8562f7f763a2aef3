-- AlterTable
ALTER TABLE "suggestion" ADD COLUMN     "position" TEXT NOT NULL DEFAULT 'exact';
