import { type FakeProvider, type FakeReply, startFakeProvider } from './fake-provider.ts'

export const BOT_TOKEN = '123456:fake-token-of-a-bot-for-tests'

export interface FakeTelegram extends Omit<FakeProvider, 'requests'> {
  /** The texts that arrived. */
  readonly sent: { readonly chatId: string; readonly text: string; readonly atMs: number }[]
  /** How often it was asked for updates. */
  readonly asked: () => number
  /** Someone writes to the bot. */
  write(chatId: number, text: string, type?: string): void
  /** The next messages to a chat end like this, until `mend`. */
  refuses(chatId: string, status: 400 | 403 | 429, retryAfter?: number): void
}

const DESCRIPTIONS = {
  400: 'Bad Request: chat not found',
  403: 'Forbidden: bot was blocked by the user',
  429: 'Too Many Requests: retry later',
} as const

const failure = (status: number, description: string, parameters: object = {}): FakeReply => ({
  status,
  json: { ok: false, error_code: status, description, parameters },
})
const success = (result: unknown): FakeReply => ({ status: 200, json: { ok: true, result } })

/** The Bot API of Telegram, as far as Galla uses it. */
export const startFakeTelegram = async (): Promise<FakeTelegram> => {
  const sent: { chatId: string; text: string; atMs: number }[] = []
  let updates: { update_id: number; message: object }[] = []
  let refusing: { readonly chatId: string; readonly reply: FakeReply } | undefined
  let asked = 0
  let lastUpdate = 700_000
  const methods: Readonly<Record<string, (body: Record<string, unknown>) => FakeReply>> = {
    getMe: () => success({ id: 123456, is_bot: true, username: 'galla_test_bot' }),
    getUpdates: ({ offset = 0, limit = 100 }) => {
      asked += 1
      // Asking for later ones confirms the earlier ones.
      updates = updates.filter(({ update_id }) => update_id >= Number(offset))
      return success(updates.slice(0, Number(limit)))
    },
    sendMessage: ({ chat_id: chatId, text }) => {
      if (refusing?.chatId === String(chatId)) return refusing.reply
      sent.push({ chatId: String(chatId), text: String(text), atMs: performance.now() })
      return success({ message_id: sent.length })
    },
  }
  const provider = await startFakeProvider(({ url, body }) => {
    const [, bot, method = ''] = url.pathname.split('/')
    if (bot !== `bot${BOT_TOKEN}`) return failure(401, 'Unauthorized')
    return methods[method]?.(JSON.parse(body)) ?? failure(404, 'Not Found')
  })
  return {
    ...provider,
    sent,
    asked: () => asked,
    write(chatId, text, type = 'private') {
      lastUpdate += 1
      updates.push({
        update_id: lastUpdate,
        message: { message_id: 1, text, chat: { id: chatId, type, first_name: 'Asha' } },
      })
    },
    refuses(chatId, status, retryAfter) {
      const parameters = retryAfter === undefined ? {} : { retry_after: retryAfter }
      refusing = { chatId, reply: failure(status, DESCRIPTIONS[status], parameters) }
    },
    mend() {
      refusing = undefined
      provider.mend()
    },
  }
}
