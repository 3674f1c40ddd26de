import { expect, test } from 'vitest'
import { serverUrls } from './server-urls.ts'

test('a list of servers becomes one URL for each, with the same role, database and parameters', () => {
  const list = 'postgres://galla:p%2Cw@db1:5432,db2.example.com,[::1]:5433/galla?sslmode=require'
  expect(serverUrls(list)).toEqual([
    'postgres://galla:p%2Cw@db1:5432/galla?sslmode=require',
    'postgres://galla:p%2Cw@db2.example.com/galla?sslmode=require',
    'postgres://galla:p%2Cw@[::1]:5433/galla?sslmode=require',
  ])
})

test('a comma elsewhere makes no list', () => {
  for (const one of ['postgres:///galla?host=/run', 'postgres://a,b@db/galla', 'postgres://db/galla?x=a,b'])
    expect(serverUrls(one)).toEqual([one])
})
