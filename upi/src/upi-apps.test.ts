import { expect, it } from 'vitest'
import { LINK_STARTS, UPI_APPS } from './upi-apps.ts'

it('every link prefix is a lower-case scheme, ends where the tags begin, and belongs to one app', () => {
  for (const start of LINK_STARTS) expect(start).toMatch(/^[a-z][a-z.-]*:\/\/(upi\/)?pay\?$/)
  expect(new Set(LINK_STARTS).size).toBe(LINK_STARTS.length)
})

it('every app has its own package name, which is valid in an intent', () => {
  const packages = Object.values(UPI_APPS).map((app) => app.androidPackage)
  for (const name of packages) expect(name).toMatch(/^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)+$/)
  expect(new Set(packages).size).toBe(packages.length)
})
