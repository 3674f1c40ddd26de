import type { Endpoint } from '@galla/contract/endpoint'

/** A call that can be tried on the page that describes it. */
export interface TriedCall {
  readonly title: string
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'auth'>
  readonly exampleBody: object
}
