-- CreateIndex
CREATE INDEX "delivery_leased_until_idx" ON "delivery"("leased_until");
