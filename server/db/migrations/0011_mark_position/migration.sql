-- AlterTable
ALTER TABLE "mark_place" ADD COLUMN     "position" TEXT NOT NULL DEFAULT 'exact';
