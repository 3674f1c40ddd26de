import { ERRORS } from './chapter-anchors.ts'
import { Connecting, GoingLive } from './going-live.tsx'
import { Moving } from './guide/sections/moving-section.tsx'
import { StatusCodes } from './guide/sections/rule-sections.tsx'
import { Idempotency, Limits } from './limits.tsx'
import { SelfHosting } from './self-hosting.tsx'
import { TestMode } from './test-mode.tsx'
import { WooCommerce } from './woocommerce.tsx'

/** The chapters after the SDK, in one chunk. */
export function AfterTheSdk() {
  return (
    <>
      <WooCommerce />
      <TestMode />
      <StatusCodes title={ERRORS.title} />
      <Idempotency />
      <Limits />
      <GoingLive />
      <Connecting />
      <Moving />
      <SelfHosting />
    </>
  )
}
