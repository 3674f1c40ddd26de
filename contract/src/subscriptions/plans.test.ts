import { expect, test } from 'vitest'
import { BILLING_CYCLES, PLAN_CATALOGUE, PLAN_FOOTNOTES, PLAN_INCLUDES, PLAN_NAMES } from './plans.ts'

test('the catalogue has the specified prices and quotas', () => {
  const table = PLAN_CATALOGUE.map(({ displayName, offers }) => [
    displayName,
    ...BILLING_CYCLES.map((cycle) => `${offers[cycle].pricePaise} / ${offers[cycle].qrRequests}`),
  ])
  expect(table).toEqual([
    ['Basic', '99900 / 4999', '299900 / 16499', '1799900 / 17999'],
    ['Startup', '169900 / 8599', '559900 / 28399', '2699900 / 26999'],
    ['Enterprise', '239900 / 11999', '799900 / 39599', '3599900 / 35999'],
  ])
})

test('the catalogue has each plan once, in the order of the names', () => {
  expect(PLAN_CATALOGUE.map(({ name }) => name)).toEqual([...PLAN_NAMES])
})

test('each asterisk has its footnote, and so has the amount, which the network limits', () => {
  const noted = PLAN_INCLUDES.filter((words) => words.endsWith('*') || words === 'No Amount Limit')
  expect(PLAN_FOOTNOTES.map(({ of }) => of)).toEqual(noted)
})
