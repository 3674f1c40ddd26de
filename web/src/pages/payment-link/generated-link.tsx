import type { ReplyOf } from '@galla/contract/endpoint'
import type { generatePaymentLink } from '@galla/contract/orders'
import { Button, TextInput } from '@mantine/core'
import { IconExternalLink, IconLink } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { displayWhenInFull } from '../../indian-display.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Panel } from '../../parts/panel.tsx'
import { ScreenMessage } from '../../parts/screen-message.tsx'
import css from './payment-link-page.module.css'

type Link = ReplyOf<typeof generatePaymentLink>['data']

export function GeneratedLink({ link }: { link: Link | undefined }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the result stands below the form that has just been sent.
    if (link !== undefined) box.current?.scrollIntoView({ block: 'nearest' })
  }, [link])
  return (
    <div className={css.result} ref={box} aria-live="polite">
      {link === undefined ? (
        <Panel>
          <ScreenMessage
            Icon={IconLink}
            title="Your link will stand here"
            text="Fill in the form, then copy the link or open it to see what your customer sees."
          />
        </Panel>
      ) : (
        <Panel title="Payment link is ready" note="Send it to your customer.">
          <div className={css.ready}>
            <TextInput
              label="Payment link"
              readOnly
              value={link.payment_url}
              onFocus={(event) => event.currentTarget.select()}
            />
            <div className={css.readyButtons}>
              <CopyButton text={link.payment_url} />
              <Button
                component="a"
                href={link.payment_url}
                target="_blank"
                rel="noreferrer"
                variant="subtle"
                h={40}
                rightSection={<IconExternalLink size={16} aria-hidden />}
              >
                Open link
              </Button>
            </div>
            <p className={css.expires}>Expires {displayWhenInFull(link.expires_at)}</p>
          </div>
        </Panel>
      )}
    </div>
  )
}
