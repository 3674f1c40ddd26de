import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { machineEnvironment, proxyEnvironment } from './cluster-addresses.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url))
const HAPROXY = '/usr/sbin/haproxy'
const read = (file: string): string => readFileSync(`${DEPLOY}/${file}`, 'utf8')
const compose = read('compose.ha.yaml')
const haproxy = read('ha/haproxy.cfg')

const namesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
]
const isSetInCompose = (name: string): boolean => new RegExp(`^ +${name}: \\S`, 'm').test(compose)

describe('compose.ha.yaml, deploy/ha and `npm run proof -- cluster` fit together', () => {
  test('compose has three databases with etcd, and two of everything else', () => {
    const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
    expect(namesIn(services, /^ {2}(\w+):/gm).sort()).toEqual(
      ['db', 'etcd']
        .flatMap((name) => [1, 2, 3].map((n) => `${name}${n}`))
        .concat(['haproxy', 'web', 'worker'].flatMap((name) => [1, 2].map((n) => `${name}${n}`)))
        .sort(),
    )
  })

  test('each variable of haproxy.cfg is set by compose and by the cluster', () => {
    const names = namesIn(haproxy, /"\$\{(\w+)\}"/g)
    expect(names.sort()).toEqual(Object.keys(proxyEnvironment('haproxy1')).sort())
    expect(names.filter((name) => !isSetInCompose(name))).toEqual([])
  })

  test('compose gives etcd and Patroni every variable that the cluster gives them', () => {
    const onlyHere = ['ETCD_LOG_LEVEL', 'PATRONI_REWIND_USERNAME', 'PATRONI_REWIND_PASSWORD']
    const names = Object.keys(machineEnvironment('db1', '/data')).filter((name) => !onlyHere.includes(name))
    expect(names.filter((name) => !isSetInCompose(name))).toEqual([])
  })

  test('the processes drain for longer than HAProxy needs to notice', () => {
    const [, seconds] = /SHUTDOWN_GRACE_SECONDS: "(\d+)"/.exec(compose) ?? []
    const [, inter, fall] = /inter (\d+)s fastinter \d+ms fall (\d+)/.exec(haproxy) ?? []
    expect(Number(seconds)).toBeGreaterThan(Number(inter) * Number(fall))
  })

  test('a leader that lost etcd gives up before another one takes over', () => {
    const patroni = read('ha/patroni.yml')
    const numberOf = (name: string): number =>
      Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(patroni)?.[1])
    expect(numberOf('loop_wait') + 2 * numberOf('retry_timeout')).toBeLessThanOrEqual(numberOf('ttl'))
    expect(patroni).toMatch(/^ +synchronous_mode: true$/m)
  })

  test('the image takes Debian 13, refuses an etcd that can lose payments, and is what the guide installs', () => {
    const dockerfile = read('ha/Dockerfile')
    const operating = readFileSync(`${DEPLOY}/../docs/operating/many-machines.md`, 'utf8')
    expect(dockerfile).toMatch(/^ARG BASE=docker\.io\/library\/debian:trixie-slim$/m)
    expect(dockerfile).toMatch(/dpkg --compare-versions .*etcd-server.* ge 3\.5\.13/)
    const [, packages = ''] =
      /^apt-get install (.*)$/m.exec(operating.slice(operating.indexOf('survive the loss of one'))) ?? []
    for (const name of packages.split(' ')) expect(dockerfile).toContain(` ${name} `)
    const [, major = ''] = /postgresql-(\d+)/.exec(packages) ?? []
    for (const text of [dockerfile, operating])
      expect(namesIn(text, /\/usr\/lib\/postgresql\/(\d+)\/bin/g)).toEqual([major])
  })

  test.skipIf(!existsSync(HAPROXY))('HAProxy accepts haproxy.cfg', () => {
    const env = { PATH: process.env.PATH, ...proxyEnvironment('haproxy1') }
    execFileSync(HAPROXY, ['-c', '-q', '-f', `${DEPLOY}/ha/haproxy.cfg`], { env })
  })
})
