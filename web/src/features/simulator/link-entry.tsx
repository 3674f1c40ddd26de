import { IconQrcode } from 'virtual:icons'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { dropDraft, storeDraft, storedDraft } from '../../components/form/stored-draft.ts'
import { lazyPart } from '../../components/overlay/lazy-part.tsx'
import { AppBar, Viewfinder } from './app-parts.tsx'
import css from './simulator-page.module.css'

const CodeScanner = lazyPart(async () => (await import('./code-scanner.tsx')).CodeScanner, {
  failed: 'The camera could not be prepared',
  fallback: <Viewfinder />,
})

const canScan = 'BarcodeDetector' in window && navigator.mediaDevices !== undefined

/** The simulator needs no login. */
const DRAFT = ['simulator', 'visitor'] as const

interface LinkEntryProps {
  readonly link: string
  readonly wrong: boolean
  readonly onOpen: (link: string) => void
}

export function LinkEntry({ link, wrong, onOpen }: LinkEntryProps) {
  const [text, setText] = useState(() => storedDraft(...DRAFT, { link }).link)
  const [scanning, setScanning] = useState(false)
  return (
    <>
      <AppBar title="Scan or paste" />
      <form
        className={`fields ${css.entry}`}
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '') return
          dropDraft(...DRAFT)
          onOpen(text.trim())
        }}
      >
        {scanning ? (
          <CodeScanner onFound={onOpen} onStop={() => setScanning(false)} />
        ) : (
          <Viewfinder>
            <IconQrcode size={72} stroke={1.1} />
            {canScan && (
              <Button variant="default" onClick={() => setScanning(true)}>
                Scan with the camera
              </Button>
            )}
          </Viewfinder>
        )}
        <Textarea
          label="UPI link"
          name="upi"
          description="Open it from the payment page of a test order, or paste it"
          placeholder="upi://pay?pa=..."
          autosize
          minRows={3}
          maxRows={6}
          maxLength={2048}
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          error={wrong && text === link ? 'This is not a UPI payment link' : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            storeDraft(...DRAFT, { link: event.currentTarget.value })
          }}
        />
        <Button type="submit" h={48} fz={16} fullWidth>
          Continue
        </Button>
      </form>
    </>
  )
}
