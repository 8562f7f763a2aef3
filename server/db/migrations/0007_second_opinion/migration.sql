-- AlterTable
ALTER TABLE "workspace" ADD COLUMN     "rules_off" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "shot" ADD COLUMN     "facts_key" TEXT,
ADD COLUMN     "opinion" TEXT,
ADD COLUMN     "opinion_problem" TEXT;

-- AlterTable
ALTER TABLE "finding" ADD COLUMN     "found_by" TEXT;
