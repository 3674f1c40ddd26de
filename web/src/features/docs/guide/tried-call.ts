import type { Endpoint } from '@galla/contract/endpoint'

/** A call that can be made from the page it is told on. */
export interface TriedCall {
  readonly title: string
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'auth'>
  readonly exampleBody: object
}
