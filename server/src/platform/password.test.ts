import { expect, test } from 'vitest'
import { createPasswords } from './password.ts'
import { Refusal } from './refusal.ts'

const passwords = createPasswords()

test('a password is verified against its argon2id hash of the stated strength, and no other', async () => {
  const hash = await passwords.hashPassword('correct horse')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verifyPassword(hash, 'correct horse')).toBe(true)
  expect(await passwords.verifyPassword(hash, 'Correct horse')).toBe(false)
})

test('the same letters typed on another keyboard are the same password', async () => {
  const hash = await passwords.hashPassword('café123')
  expect(await passwords.verifyPassword(hash, 'cafe\u0301123')).toBe(true)
})

test('an unknown user costs as much as a wrong password', async () => {
  const hash = await passwords.hashPassword('correct horse')
  // Processor time, not the clock: hashing is all that costs any, and how busy the machine is does not change it.
  const processorMs = async (known: string | undefined): Promise<number> => {
    const before = process.cpuUsage()
    for (let round = 0; round < 9; round += 1)
      expect(await passwords.verifyPassword(known, 'wrong')).toBe(false)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const known = await processorMs(hash)
  const unknown = await processorMs(undefined)
  // A skipped hash would cost a thousandth.
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})

test('a flood is refused beyond what can wait, and those who wait are served', async () => {
  const crowded = createPasswords()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 80 }, () => crowded.verifyPassword(undefined, 'flood')),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(80 - 2 - 64)
  for (const outcome of refused) {
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(Refusal)
  }
  expect(await crowded.verifyPassword(undefined, 'after')).toBe(false)
})
