-- AlterTable
ALTER TABLE "shot" ADD COLUMN     "notice_codes" TEXT[] DEFAULT ARRAY[]::TEXT[];
