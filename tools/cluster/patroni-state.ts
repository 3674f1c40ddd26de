import { MACHINES, type Machine, machineAddress, PATRONI_PORT } from './cluster-addresses.ts'

const TIMEOUT_MS = 1_000
const SWITCHOVER_TIMEOUT_MS = 60_000

export interface Member {
  readonly name: Machine
  readonly role: string
  readonly state: string
  readonly lag?: number | string
}

const apiOf = (machine: Machine): string => `http://${machineAddress(machine)}:${PATRONI_PORT}`

/** The state of all machines, from the first Patroni that replies; empty when none does. */
const readMembers = async (): Promise<readonly Member[]> => {
  for (const machine of MACHINES) {
    try {
      const reply = await fetch(`${apiOf(machine)}/cluster`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      return ((await reply.json()) as { members: readonly Member[] }).members
    } catch {
      // Try the next one.
    }
  }
  return []
}

export interface ClusterRoles {
  readonly leader: Machine
  /** The standby that has every commit. */
  readonly synchronous: Machine
  readonly other: Machine
}

const RUNNING = ['running', 'streaming']

/** The roles when all three machines run, and one standby has every commit. */
export const findRoles = async (): Promise<ClusterRoles | undefined> => {
  const members = await readMembers()
  if (members.length < MACHINES.length || members.some(({ state }) => !RUNNING.includes(state)))
    return undefined
  const named = (role: string): Machine | undefined => members.find((member) => member.role === role)?.name
  const [leader, synchronous] = [named('leader'), named('sync_standby')]
  const other = members.find(({ name }) => name !== leader && name !== synchronous)?.name
  if (leader === undefined || synchronous === undefined || other === undefined) return undefined
  return { leader, synchronous, other }
}

/** Changes the leader as `patronictl switchover` does. */
export const switchOver = async ({ leader, synchronous }: ClusterRoles): Promise<void> => {
  const reply = await fetch(`${apiOf(leader)}/switchover`, {
    method: 'POST',
    body: JSON.stringify({ leader, candidate: synchronous }),
    signal: AbortSignal.timeout(SWITCHOVER_TIMEOUT_MS),
  })
  if (!reply.ok) throw new Error(`Patroni refused the switchover: ${reply.status} ${await reply.text()}`)
}
