import { IconCircleCheck, IconWifiOff } from 'virtual:icons'
import { type CounterState, counterLogout } from '@galla/contract/counters/counter-screen'
import { PAGE_LANGUAGES, type PageLanguage } from '@galla/contract/orders/page-languages'
import { Button, Center, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { QrCode } from '../../components/display/qr-code.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { PleaseWait } from '../../components/shell/please-wait.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import type { Announcement } from './announcements.ts'
import type { Heard } from './announcer.ts'
import css from './counter-screen.module.css'
import { type CounterWords, counterWords } from './counter-words.ts'
import { useKeepAwake } from './keep-awake.ts'
import { Keypad } from './keypad.tsx'
import { LastPayments, WaitingPayments } from './payment-lists.tsx'
import { unlockSound } from './speaker.ts'
import { useCounter } from './use-counter.ts'

/** A payment stands in green for this long. */
const RESULT_MS = 20_000

/** A page that was touched since it was loaded may make sounds: after the PIN it starts by itself. */
const mayMakeSound = (): boolean => navigator.userActivation?.hasBeenActive === true

export function CounterDesk({ onLoggedOut }: { onLoggedOut: () => void }) {
  useTabTitle('Counter')
  const [isStarted, setStarted] = useState(mayMakeSound)
  const { state, isLoggedOut, isLost, heard, read } = useCounter(isStarted)
  useKeepAwake(isStarted)
  useEffect(() => {
    if (isStarted) unlockSound()
  }, [isStarted])
  useEffect(() => {
    if (isLoggedOut) onLoggedOut()
  }, [isLoggedOut, onLoggedOut])
  const words = counterWords(state?.counter.language)
  const leave = () => void callEndpoint(counterLogout).then(onLoggedOut, () => undefined)
  if (state === undefined) return isLost ? <LostNotice words={words} /> : <PleaseWait />
  if (!isStarted)
    return (
      <>
        {isLost && <LostNotice words={words} />}
        <Start
          state={state}
          words={words}
          onStart={() => {
            unlockSound()
            setStarted(true)
          }}
        />
      </>
    )
  const { counter } = state
  return (
    <div className={css.screen} lang={counter.language === 'hi' ? 'hi' : 'en'}>
      {isLost && <LostNotice words={words} />}
      <Head state={state} words={words} heard={heard} />
      <main className={css.panes}>
        <Stack>
          {!counter.accountIsCurrent && <Notice tone="failed">{words.accountReplaced}</Notice>}
          <Till state={state} words={words} onChanged={read} />
        </Stack>
        <Stack>
          <WaitingPayments state={state} words={words} onTaken={read} />
          <LastPayments state={state} words={words} />
          <Button variant="default" h={44} onClick={leave}>
            {words.logOut}
          </Button>
          <VoiceNotice words={words} language={counter.language} heard={heard} />
        </Stack>
      </main>
    </div>
  )
}

interface SignProps {
  readonly look: string | undefined
  readonly role: 'alert' | 'status'
  readonly Icon: typeof IconWifiOff
  readonly title: string
  readonly text: string
}

/** It is read from across the counter. */
function Sign({ look, role, Icon, title, text }: SignProps) {
  return (
    <Group className={look ?? ''} role={role} gap="md" wrap="nowrap" justify="center" px="md" py="xs">
      <Icon size={48} aria-hidden className={css.sign ?? ''} />
      <div>
        <Text fz={36} fw={800} lh={1.1}>
          {title}
        </Text>
        <Text fz={18}>{text}</Text>
      </div>
    </Group>
  )
}

function LostNotice({ words }: { words: CounterWords }) {
  return <Sign look={css.lost} role="alert" Icon={IconWifiOff} title={words.lost} text={words.lostHint} />
}

interface ScreenPart {
  readonly state: CounterState
  readonly words: CounterWords
}

function Start({ state, words, onStart }: ScreenPart & { onStart: () => void }) {
  return (
    <Center mih="100dvh" p="md">
      <Stack align="center" ta="center">
        <Title order={1}>{state.counter.name}</Title>
        <Button h={96} miw={240} fz={36} onClick={onStart} data-autofocus>
          {words.start}
        </Button>
        <Text c="dimmed">{words.startHint}</Text>
      </Stack>
    </Center>
  )
}

function Head({ state, words, heard }: ScreenPart & { heard: Announcement | undefined }) {
  const { counter, today } = state
  return (
    <header className={css.head}>
      <Group className={css.width ?? ''} justify="space-between" align="start" wrap="nowrap">
        <div>
          <Title order={1} fz="lg">
            {counter.name}
          </Title>
          <Text c={counter.mode === 'test' ? 'var(--galla-pending)' : 'dimmed'}>
            {counter.mode === 'test' ? words.testMode : counter.shopName}
          </Text>
        </div>
        <Text ta="right">
          {words.today}: {words.payments(today.count)}
          <Text component="strong" display="block" fz={24} fw={700}>
            {displayAmount(today.amount)}
          </Text>
          {today.waiting.count > 0 &&
            `${words.notTaken}: ${words.payments(today.waiting.count)}, ${displayAmount(today.waiting.amount)}`}
        </Text>
      </Group>
      <Received words={words} heard={heard} />
    </header>
  )
}

interface VoiceNoticeProps {
  readonly words: CounterWords
  readonly language: PageLanguage
  readonly heard: Heard | undefined
}

/** Says why the last payment was not spoken in the counter's language. */
function VoiceNotice({ words, language, heard }: VoiceNoticeProps) {
  if (heard === undefined || heard.spokenIn === language) return null
  const { spokenIn } = heard
  return (
    <Notice tone="pending">
      {spokenIn === undefined
        ? words.noVoice
        : words.otherVoice(PAGE_LANGUAGES[language], PAGE_LANGUAGES[spokenIn])}
    </Notice>
  )
}

/** What was spoken last, in green, for a while. It covers the head, so that no key moves under a finger. */
function Received({ words, heard }: { words: CounterWords; heard: Announcement | undefined }) {
  const [gone, setGone] = useState<Announcement>()
  useEffect(() => {
    if (heard === undefined) return
    const timer = window.setTimeout(() => setGone(heard), RESULT_MS)
    return () => window.clearTimeout(timer)
  }, [heard])
  if (heard === undefined || heard === gone) return null
  const { isSummary, creditIds, amount, payerName } = heard
  return (
    <Sign
      look={css.received}
      role="status"
      Icon={IconCircleCheck}
      title={`${displayAmount(amount)} ${words.received}`}
      text={isSummary ? words.earlier(creditIds.length) : words.from(payerName ?? words.someone)}
    />
  )
}

/** The keypad, or the QR of its order until it is paid. */
function Till({ state, words, onChanged }: ScreenPart & { onChanged: () => void }) {
  const { order, counter } = state
  // After a reload an order that is still open is shown again.
  const [shown, setShown] = useState(() => (order?.status === 'pending' ? order.orderId : undefined))
  const isPaid = state.payments.some(({ orderId }) => orderId === shown)
  if (shown === undefined || isPaid)
    return (
      <Keypad
        key={shown}
        words={words}
        isDisabled={!counter.accountIsCurrent}
        onMade={(orderId) => {
          setShown(orderId)
          onChanged()
        }}
      />
    )
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack align="center" ta="center">
        {order?.orderId === shown ? <OpenOrder words={words} order={order} /> : <PleaseWait />}
        <Button variant="default" h={56} fz={18} fullWidth onClick={() => setShown(undefined)}>
          {words.newAmount}
        </Button>
      </Stack>
    </Paper>
  )
}

function OpenOrder({ words, order }: { words: CounterWords; order: NonNullable<CounterState['order']> }) {
  const { amount, note, link, status, failureReason } = order
  return (
    <>
      <Text fz={36} fw={800} lh={1.1}>
        {displayAmount(amount)}
      </Text>
      <Text>{note}</Text>
      {status === 'failed' ? (
        <Notice tone="failed">
          <Text fz="xl" fw={700}>
            {failureReason === 'declined' ? words.declined : words.expired}
          </Text>
        </Notice>
      ) : (
        <>
          <QrCode text={link} label={words.scan} width={420} />
          <Text fz="lg">{words.scan}</Text>
        </>
      )}
    </>
  )
}
