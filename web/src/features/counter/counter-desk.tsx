import { type CounterState, counterLogout } from '@galla/contract/counters/counter-screen'
import type { ShownOrder } from '@galla/contract/counters/counters'
import { PAGE_LANGUAGES, type PageLanguage } from '@galla/contract/payment-page/page-languages'
import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { callEndpoint } from '../../api/api.ts'
import { QrCode } from '../../components/display/qr-code.tsx'
import { Notice } from '../../components/feedback/notice.tsx'
import { useTabTitle } from '../../components/layout/page-title.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { LoadingScreen } from '../../shell/loading-screen.tsx'
import type { Heard } from './announcer.ts'
import { CounterHead, LostNotice } from './counter-head.tsx'
import css from './counter-screen.module.css'
import { type CounterTexts, counterTexts } from './counter-texts.ts'
import { Keypad } from './keypad.tsx'
import { LastPayments, WaitingPayments } from './payment-lists.tsx'
import { unlockSound } from './speaker.ts'
import { useCounter } from './use-counter.ts'

/** A page with a user activation may play sound, so it starts right after the PIN. */
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
  const texts = counterTexts(state?.counter.language)
  const leave = () => void callEndpoint(counterLogout).then(onLoggedOut, () => undefined)
  if (state === undefined) return <main>{isLost ? <LostNotice texts={texts} /> : <LoadingScreen />}</main>
  if (!isStarted)
    return (
      <>
        {isLost && <LostNotice texts={texts} />}
        <Start
          state={state}
          texts={texts}
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
      {isLost && <LostNotice texts={texts} />}
      <CounterHead state={state} texts={texts} heard={heard} />
      <main className={css.panes}>
        <Stack>
          {!counter.accountIsCurrent && <Notice tone="failed">{texts.accountReplaced}</Notice>}
          <Till state={state} texts={texts} onChanged={read} />
        </Stack>
        <Stack>
          <WaitingPayments state={state} texts={texts} onTaken={read} />
          <LastPayments state={state} texts={texts} />
          <Button variant="default" h={44} onClick={leave}>
            {texts.logOut}
          </Button>
          <VoiceNotice texts={texts} language={counter.language} heard={heard} />
        </Stack>
      </main>
    </div>
  )
}

function Start({ state, texts, onStart }: { state: CounterState; texts: CounterTexts; onStart: () => void }) {
  return (
    <Center component="main" mih="100dvh" p="md" lang={state.counter.language === 'hi' ? 'hi' : 'en'}>
      <Stack align="center" ta="center">
        <Title order={1}>{state.counter.name}</Title>
        <Button h={96} miw={240} fz={36} onClick={onStart} data-autofocus>
          {texts.start}
        </Button>
        <Text c="dimmed">{texts.startHint}</Text>
      </Stack>
    </Center>
  )
}

interface VoiceNoticeProps {
  readonly texts: CounterTexts
  readonly language: PageLanguage
  readonly heard: Heard | undefined
}

/** Explains why the last payment was not announced in the counter's language. */
function VoiceNotice({ texts, language, heard }: VoiceNoticeProps) {
  if (heard === undefined || heard.spokenIn === language) return null
  const { spokenIn } = heard
  return (
    <Notice tone="pending">
      {spokenIn === undefined
        ? texts.noVoice
        : texts.otherVoice(PAGE_LANGUAGES[language], PAGE_LANGUAGES[spokenIn])}
    </Notice>
  )
}

interface TillProps {
  readonly state: CounterState
  readonly texts: CounterTexts
  readonly onChanged: () => void
}

/** The keypad, or the QR code of its order until it is paid. */
function Till({ state, texts, onChanged }: TillProps) {
  const { order, counter } = state
  // Shows an order that is still open again after a reload.
  const [shown, setShown] = useState(() => (order?.status === 'pending' ? order.orderId : undefined))
  // The server shows the newest order, which may be that of another device of this counter, and an old one no longer.
  const [kept, setKept] = useState(order)
  if (order?.orderId === shown && order !== null && order !== kept) setKept(order)
  const isPaid = state.payments.some(({ orderId }) => orderId === shown)
  if (isPaid) setShown(undefined)
  if (shown === undefined || isPaid)
    return (
      <Keypad
        texts={texts}
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
        {kept?.orderId === shown ? (
          <OpenOrder
            texts={texts}
            order={kept}
            isOver={kept !== order && state.serverTime > kept.expiresAt}
          />
        ) : (
          <LoadingScreen />
        )}
        <Button variant="default" h={56} fz={18} fullWidth onClick={() => setShown(undefined)}>
          {texts.newAmount}
        </Button>
      </Stack>
    </Paper>
  )
}

interface OpenOrderProps {
  readonly texts: CounterTexts
  readonly order: ShownOrder
  /** Its time is over, and the server tells no more of it. */
  readonly isOver: boolean
}

function OpenOrder({ texts, order, isOver }: OpenOrderProps) {
  const { amount, note, link, status, failureReason, received } = order
  return (
    <>
      <Text fz={36} fw={800} lh={1.1}>
        {displayAmount(amount)}
      </Text>
      <Text>{note}</Text>
      {received !== null ? (
        <Notice tone="pending">
          <Text fz="xl" fw={700}>
            {texts.otherAmount(displayAmount(received), displayAmount(amount))}
          </Text>
        </Notice>
      ) : status === 'failed' || isOver ? (
        <Notice tone="failed">
          <Text fz="xl" fw={700}>
            {failureReason === 'declined' ? texts.declined : texts.expired}
          </Text>
        </Notice>
      ) : (
        <>
          <QrCode text={link} label={texts.scan} width={420} />
          <Text fz="lg">{texts.scan}</Text>
        </>
      )}
    </>
  )
}

/** Keeps the screen on while it is visible. Browsers release the wake lock when the page is hidden, so it is requested again. */
function useKeepAwake(isStarted: boolean): void {
  useEffect(() => {
    if (!isStarted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | undefined
    const request = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
      } catch {
        // A battery saver may refuse; the screen then turns off as usual.
      }
    }
    void request()
    const again = () => void request()
    document.addEventListener('visibilitychange', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [isStarted])
}
