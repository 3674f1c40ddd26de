import { type NoticeLanguage, TELEGRAM_LINK_MINUTES } from '@galla/contract/notices/notices'
import { z } from 'zod'
import { assertMayStill } from '../auth/team/lock-role.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { sha256 } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { consumeLink, deleteLink, hasOpenLink, saveLink, saveTarget } from './target-store.ts'
import { callTelegram } from './telegram.ts'
import { tell } from './tell.ts'

export type LinkTelegramDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets' | 'settings'>

const CODE_BYTES = 16
const bot = z.object({ username: z.string().regex(/^\w{1,64}$/) })

/** Creates the link that opens a chat with the bot and makes it send the code. */
export const openLink = async (
  deps: LinkTelegramDeps,
  caller: SessionCaller,
  language: NoticeLanguage,
): Promise<{ url: string; expiresAt: string }> => {
  const { db, clock, ids, settings } = deps
  if (settings.telegramBotToken === undefined) throw new Refusal('no_telegram')
  const reply = await callTelegram(settings, 'getMe')
  const read = bot.safeParse(reply.kind === 'ok' ? reply.result : undefined)
  if (!read.success) throw new Refusal('telegram_failed')
  const code = ids.token(CODE_BYTES)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + TELEGRAM_LINK_MINUTES * 60_000)
  await db.transaction(async (tx) => {
    await assertMayStill(tx, caller, 'POST /user/notices/telegram-link', now)
    await saveLink(tx, caller.merchantId, sha256(code), language, expiresAt)
  })
  return { url: `https://t.me/${read.data.username}?start=${code}`, expiresAt: expiresAt.toISOString() }
}

export const closeLink = ({ db }: LinkTelegramDeps, merchantId: string): Promise<number> =>
  deleteLink(db, merchantId)

const update = z.object({
  update_id: z.number().int(),
  message: z
    .object({
      text: z.string().optional(),
      chat: z.object({ id: z.number().int(), type: z.string(), first_name: z.string().optional() }),
    })
    .optional(),
})
type Update = z.output<typeof update>

const UPDATES_MAX = 100

/**
 * Reads what was sent to the bot, only while a link is open. What was read is confirmed by the next call, after it was committed: a process
 * that dies before reads it again, and a code works once.
 */
export const createLinkReader = (deps: LinkTelegramDeps) => {
  let offset = 0
  return async (): Promise<{ more: boolean }> => {
    const { db, clock, settings } = deps
    if (settings.telegramBotToken === undefined || !(await hasOpenLink(db, clock.now())))
      return { more: false }
    const reply = await callTelegram(settings, 'getUpdates', {
      offset,
      limit: UPDATES_MAX,
      timeout: 0,
      allowed_updates: ['message'],
    })
    // Another process reads them, or Telegram is away: the next round tries again.
    if (reply.kind !== 'ok' || !Array.isArray(reply.result)) return { more: false }
    for (const raw of reply.result) {
      const read = update.safeParse(raw)
      if (!read.success) continue
      await linkChat(deps, read.data)
      offset = Math.max(offset, read.data.update_id + 1)
    }
    return { more: reply.result.length === UPDATES_MAX }
  }
}

/** Adds the chat that sent the code of an open link. Only private chats: what is sent is for one person. */
const linkChat = async (deps: LinkTelegramDeps, { message }: Update): Promise<void> => {
  const code = /^\/start ([\w-]{22})$/.exec(message?.text ?? '')?.[1]
  if (code === undefined || message?.chat.type !== 'private') return
  const { id, first_name: name = '' } = message.chat
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const link = await consumeLink(tx, sha256(code), now)
    if (link === undefined) return
    const targetId = await saveTarget(tx, deps.secrets, {
      ...link,
      targetId: deps.ids.ulid(now),
      way: 'telegram',
      name: String(id),
      address: String(id),
      label: labelOf(name),
      createdAt: now,
    })
    // Its first message, to the person who pressed Start.
    const key = `linked ${deps.ids.ulid(now)}`
    if (targetId !== undefined)
      await tell(tx, { merchantId: link.merchantId, key, notice: { kind: 'test' }, targetId })
  })
}

const NAME_CHARACTERS_MAX = 64
/** People choose their names. */
const labelOf = (name: string): string =>
  [...name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')].slice(0, NAME_CHARACTERS_MAX).join('').trim() ||
  'Telegram'
