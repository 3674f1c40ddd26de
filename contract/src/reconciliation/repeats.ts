import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { creditRow } from './credits.ts'

export const answerRepeat = endpoint({
  method: 'POST',
  path: '/user/credits/:creditId/repeat',
  auth: 'session',
  summary: 'Decide whether two messages that look the same report one payment or two',
  params: z.object({ creditId: z.string().max(80) }),
  body: z.object({ times: z.enum(['once', 'twice']) }),
  reply: z.object({ data: creditRow }),
  refusals: ['credit_not_found', 'credit_decided'],
})
