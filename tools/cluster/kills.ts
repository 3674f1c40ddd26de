import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { PROXIES, WEBS, WORKERS } from './cluster-addresses.ts'
import type { DatabaseMachine } from './database-machine.ts'
import { type ClusterRoles, switchOver } from './patroni-state.ts'

/** One way to end a part of the cluster and to start it again. */
export interface Kill {
  readonly what: string
  /** The share of this kind in a run of a hundred. */
  readonly times: number
  /** The longest outage that the docs promise. */
  readonly outageMsMax?: number
  /** No request may fail. */
  readonly isUnnoticed?: boolean
  readonly notifiedMsMax?: number
  run(cluster: Cluster, roles: ClusterRoles, turn: number): Promise<void>
}

/** How long a killed process stays away, as under a supervisor. */
const RESTART_MS = 2_000
/** How long a machine is away: longer than its lease as the leader. */
const MACHINE_AWAY_MS = 28_000
const WORK_TAKEN_OVER_MS = 5_000

const oneOf = <T>(items: readonly T[], turn: number): T => items[turn % items.length] as T

const restart = async (machine: DatabaseMachine): Promise<void> => {
  await pause(MACHINE_AWAY_MS)
  await machine.killAll()
  machine.startEtcd()
  machine.startPatroni()
}

const cutPower = async (machine: DatabaseMachine): Promise<void> => {
  await machine.killAll()
  await restart(machine)
}

/** The machine hangs with open connections until a watchdog restarts it. */
const hang = async (machine: DatabaseMachine): Promise<void> => {
  machine.stopAll()
  await restart(machine)
}

export const KILLS: readonly Kill[] = [
  {
    what: 'a web process is killed',
    times: 20,
    isUnnoticed: true,
    async run({ galla }, _roles, turn) {
      const web = galla[oneOf(WEBS, turn)]
      await web.kill()
      await pause(RESTART_MS)
      web.start()
    },
  },
  {
    what: 'a worker process is killed',
    times: 20,
    isUnnoticed: true,
    notifiedMsMax: WORK_TAKEN_OVER_MS,
    async run({ galla }, _roles, turn) {
      const worker = galla[oneOf(WORKERS, turn)]
      await worker.kill()
      await pause(RESTART_MS)
      worker.start()
    },
  },
  {
    what: 'an HAProxy is killed',
    times: 14,
    async run({ proxies }, _roles, turn) {
      const proxy = proxies[oneOf(PROXIES, turn)]
      await proxy.kill()
      await pause(RESTART_MS)
      proxy.start()
    },
  },
  {
    what: 'an etcd is killed (the leader’s in every third turn)',
    times: 12,
    async run({ machines }, { leader, synchronous, other }, turn) {
      const machine = machines[oneOf([leader, synchronous, other], turn)]
      await machine.killEtcd()
      await pause(RESTART_MS)
      machine.startEtcd()
    },
  },
  {
    what: 'PostgreSQL of the leader is killed',
    times: 10,
    outageMsMax: 12_000,
    async run({ machines }, { leader }) {
      machines[leader].killPostgres()
    },
  },
  {
    what: 'planned switchover',
    times: 10,
    outageMsMax: 2_000,
    run: (_cluster, roles) => switchOver(roles),
  },
  {
    what: 'the leader’s machine loses power',
    times: 6,
    outageMsMax: 22_000,
    run: ({ machines }, { leader }) => cutPower(machines[leader]),
  },
  {
    what: 'the leader’s machine hangs',
    times: 3,
    outageMsMax: 22_000,
    run: ({ machines }, { leader }) => hang(machines[leader]),
  },
  {
    what: 'the synchronous standby’s machine loses power',
    times: 3,
    run: ({ machines }, { synchronous }) => cutPower(machines[synchronous]),
  },
  {
    what: 'the synchronous standby’s machine hangs',
    times: 2,
    run: ({ machines }, { synchronous }) => hang(machines[synchronous]),
  },
]

/** Plans `count` kills in the shares of the table, with each kind spread over the run. */
export const planOf = (count: number): readonly Kill[] => {
  const hundred = KILLS.reduce((sum, { times }) => sum + times, 0)
  return KILLS.flatMap((kill) => {
    const times = Math.max(1, Math.round((kill.times * count) / hundred))
    return Array.from({ length: times }, (_, turn) => ({ kill, at: (turn + 0.5) / times }))
  })
    .sort((one, other) => one.at - other.at)
    .map(({ kill }) => kill)
}
