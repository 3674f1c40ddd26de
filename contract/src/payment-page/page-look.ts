import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PAGE_COLOURS } from './page-colours.ts'

export const LOGO_FILE_BYTES_MAX = 2 * 1024 * 1024

export const pageLookFields = z.object({
  /** Empty for the page's own colour. */
  colour: z.union([z.literal(''), z.enum(PAGE_COLOURS)], { error: 'Please choose one of the colours' }),
  /** Without a file: whether the picture stays. */
  logo: z.enum(['keep', 'remove'], { error: 'Send keep, remove or a picture' }).default('keep'),
})

const pageLook = z.object({
  colour: z.enum(PAGE_COLOURS).nullable(),
  /** The address of the picture, which never changes its content. */
  logo: z.string().nullable(),
})
export type PageLook = z.output<typeof pageLook>

export const readPageLook = endpoint({
  method: 'GET',
  path: '/user/page-look',
  auth: 'session',
  summary: 'Get the colour and the picture of the payment page',
  reply: z.object({ data: pageLook }),
})

export const savePageLook = endpoint({
  method: 'POST',
  path: '/user/page-look',
  auth: 'session',
  summary: 'Set the colour and the picture of the payment page (multipart: colour, logo)',
  requestContent: { colour: 'text', logo: 'files' },
  reply: z.object({ data: pageLook }),
  refusals: ['too_many_requests', 'unsupported_file', 'file_refused'],
})
