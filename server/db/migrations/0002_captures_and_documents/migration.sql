-- AlterTable
ALTER TABLE "shot_request" ADD COLUMN     "file_key" TEXT,
ADD COLUMN     "places" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "shot" ADD COLUMN     "change_areas" JSONB,
ADD COLUMN     "change_map" BYTEA,
ADD COLUMN     "elements_key" TEXT,
ADD COLUMN     "notices" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "page_number" INTEGER;

-- AlterTable
ALTER TABLE "mark" ADD COLUMN     "after_image_capability" TEXT,
ADD COLUMN     "after_image_key" TEXT,
ADD COLUMN     "after_image_problem" TEXT;

-- AlterTable
ALTER TABLE "mark_place" ADD COLUMN     "change_share" DOUBLE PRECISION,
ADD COLUMN     "element" JSONB,
ADD COLUMN     "same_element" JSONB;

-- CreateIndex
CREATE UNIQUE INDEX "mark_after_image_capability_key" ON "mark"("after_image_capability");

-- What was shown before there were copies is not fetched any more.
UPDATE "mark" SET "after_image_problem" = 'It was reported before pictures were fetched. Open its address to see it.'
WHERE "after_image" IS NOT NULL;
