/** The addresses of the cluster: each machine has its own on the loopback interface of Linux. */
export const DATABASE_PORT = 45_432
export const PATRONI_PORT = 45_008
const ETCD_PORT = 45_379
const ETCD_PEER_PORT = 45_380
const PROXY_PORT = 45_080
const WEB_PORT = 45_300
const RECEIVER_PORT = 45_900

const DATABASE_PASSWORD = 'cluster-on-one-machine'

export const MACHINES = ['db1', 'db2', 'db3'] as const
export type Machine = (typeof MACHINES)[number]
export const PROXIES = ['haproxy1', 'haproxy2'] as const
export type ProxyName = (typeof PROXIES)[number]
export const WEBS = ['web1', 'web2'] as const
export type Web = (typeof WEBS)[number]
export const WORKERS = ['worker1', 'worker2'] as const
export type Worker = (typeof WORKERS)[number]

const NETWORK = '127.45.0'

export const machineAddress = (machine: Machine): string => `${NETWORK}.${MACHINES.indexOf(machine) + 1}`
export const proxyAddress = (proxy: ProxyName): string => `${NETWORK}.${PROXIES.indexOf(proxy) + 11}`
const GALLA = [...WEBS, ...WORKERS]
const gallaAddress = (role: Web | Worker): string => `${NETWORK}.${GALLA.indexOf(role) + 21}`
export const RECEIVER = { host: `${NETWORK}.31`, port: RECEIVER_PORT } as const

export const etcdAt = (machine: Machine): string => `${machineAddress(machine)}:${ETCD_PORT}`
export const etcdPeerAt = (machine: Machine): string => `http://${machineAddress(machine)}:${ETCD_PEER_PORT}`
export const proxyOrigin = (proxy: ProxyName): string => `http://${proxyAddress(proxy)}:${PROXY_PORT}`
export const gallaOrigin = (role: Web | Worker): string => `http://${gallaAddress(role)}:${WEB_PORT}`

/** As compose.ha.yaml sets it: through either proxy to the machine that takes writes. */
export const DATABASE_URL = `postgres://galla_app:${DATABASE_PASSWORD}@${PROXIES.map((proxy) => `${proxyAddress(proxy)}:${DATABASE_PORT}`).join(',')}/galla`

const commas = (texts: readonly string[]): string => texts.join(',')

/** The settings of one database machine, for etcd, Patroni and create-database.sql. */
export const machineEnvironment = (machine: Machine, folder: string): Readonly<Record<string, string>> => {
  const address = machineAddress(machine)
  return {
    ETCD_NAME: machine,
    ETCD_DATA_DIR: `${folder}/etcd`,
    ETCD_LISTEN_CLIENT_URLS: `http://${etcdAt(machine)}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${etcdAt(machine)}`,
    ETCD_LISTEN_PEER_URLS: etcdPeerAt(machine),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: etcdPeerAt(machine),
    ETCD_INITIAL_CLUSTER: commas(MACHINES.map((each) => `${each}=${etcdPeerAt(each)}`)),
    ETCD_LOG_LEVEL: 'warn',
    PATRONI_NAME: machine,
    PATRONI_ETCD3_HOSTS: commas(MACHINES.map(etcdAt)),
    PATRONI_RESTAPI_LISTEN: `${address}:${PATRONI_PORT}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${PATRONI_PORT}`,
    PATRONI_POSTGRESQL_LISTEN: `${address}:${DATABASE_PORT}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${DATABASE_PORT}`,
    PATRONI_POSTGRESQL_DATA_DIR: `${folder}/postgres`,
    PATRONI_POSTGRESQL_PGPASS: `${folder}/pgpass`,
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: DATABASE_PASSWORD,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: DATABASE_PASSWORD,
    PATRONI_REWIND_USERNAME: 'postgres',
    PATRONI_REWIND_PASSWORD: DATABASE_PASSWORD,
    GALLA_DATABASE_PASSWORD: DATABASE_PASSWORD,
  }
}

/** The settings of haproxy.cfg. */
export const proxyEnvironment = (proxy: ProxyName): Readonly<Record<string, string>> => ({
  HTTP_BIND: `${proxyAddress(proxy)}:${PROXY_PORT}`,
  HTTP_SCHEME: 'http',
  WEB1: `${gallaAddress('web1')}:${WEB_PORT}`,
  WEB2: `${gallaAddress('web2')}:${WEB_PORT}`,
  POSTGRES_BIND: `${proxyAddress(proxy)}:${DATABASE_PORT}`,
  DB1: `${machineAddress('db1')}:${DATABASE_PORT}`,
  DB2: `${machineAddress('db2')}:${DATABASE_PORT}`,
  DB3: `${machineAddress('db3')}:${DATABASE_PORT}`,
  PATRONI_PORT: String(PATRONI_PORT),
})

/** The settings of a process of Galla. */
export const gallaEnvironment = (role: Web | Worker, folder: string): Readonly<Record<string, string>> => {
  const isWeb = WEBS.some((web) => web === role)
  return {
    ROLE: isWeb ? 'web' : 'worker',
    // A worker listens only for health checks.
    HOST: gallaAddress(role),
    PORT: String(WEB_PORT),
    DATA_DIR: `${folder}/galla-${role}`,
    FILES_URL: `file://${folder}/files`,
    DATABASE_URL,
    APP_KEY: '07'.repeat(32),
    PUBLIC_URL: proxyOrigin('haproxy1'),
    TRUST_PROXY: PROXIES.map(proxyAddress).join(','),
    TRIAL_QR_REQUESTS: '1000000',
    API_RATE_PER_SECOND: '1000',
    SHUTDOWN_GRACE_SECONDS: '4',
    LOG_LEVEL: 'warn',
  }
}
