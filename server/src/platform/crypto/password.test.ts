import { expect, test } from 'vitest'
import { createPasswords } from './password.ts'

const passwords = createPasswords()

test('a password verifies only against its own argon2id hash of the stated strength', async () => {
  const hash = await passwords.hashPassword('correct horse', 'me')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verifyPassword(hash, 'correct horse', 'me')).toBe(true)
  expect(await passwords.verifyPassword(hash, 'Correct horse', 'me')).toBe(false)
})

test('the same characters from another keyboard are the same password', async () => {
  const hash = await passwords.hashPassword('café123', 'me')
  expect(await passwords.verifyPassword(hash, 'cafe\u0301123', 'me')).toBe(true)
})

test('an unknown user costs as much as a wrong password', async () => {
  const hash = await passwords.hashPassword('correct horse', 'me')
  // Processor time, not the clock: hashing is all that costs any, and how busy the machine is does not change it.
  const processorMs = async (known: string | undefined): Promise<number> => {
    const before = process.cpuUsage()
    expect(await passwords.verifyPassword(known, 'wrong', 'me')).toBe(false)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  let [known, unknown] = [0, 0]
  // By turns: what else this process or the machine does meanwhile meets both.
  for (let round = 0; round < 15; round += 1) {
    known += await processorMs(hash)
    unknown += await processorMs(undefined)
  }
  // A skipped hash would cost a thousandth.
  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})

test.each([80, 800])(
  '%i logins of one address are refused beyond its own line, and another is served at once',
  async (count) => {
    const crowded = createPasswords()
    let floodEnded = 0
    const flood = Array.from({ length: count }, () =>
      crowded.verifyPassword(undefined, 'flood', '198.51.100.1').finally(() => {
        floodEnded += 1
      }),
    )
    const outcomes = Promise.allSettled(flood)
    const owner = crowded.verifyPassword(undefined, 'owner', '203.0.113.1').then(() => floodEnded)
    const refused = (await outcomes).filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(count - 1 - 16)
    for (const outcome of refused)
      expect(outcome.status === 'rejected' && outcome.reason).toMatchObject({
        code: 'overloaded',
        retryAfterSeconds: 2,
      })
    // Of the line of 17 some end meanwhile: the one before it, and those that the system runs beside it.
    expect((await owner) - refused.length).toBeLessThan(6)
    expect(await crowded.verifyPassword(undefined, 'after', '198.51.100.1')).toBe(false)
  },
)

test('a login waits for one of the new passwords of a hundred addresses', async () => {
  const crowded = createPasswords()
  let registered = 0
  const crowd = Array.from({ length: 100 }, (_, n) =>
    crowded.hashPassword('new', `198.51.100.${n}`).then(() => {
      registered += 1
    }),
  )
  await crowded.verifyPassword(undefined, 'owner', '203.0.113.1')
  expect(registered).toBeLessThan(5)
  await Promise.all(crowd)
})
