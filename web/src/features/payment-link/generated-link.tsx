import { IconBrandWhatsapp, IconExternalLink, IconLink, IconPlus, IconShare } from 'virtual:icons'
import { Box, Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../../components/display/copy-button.tsx'
import { QrPicture } from '../../components/display/qr-picture.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount, displayWhenInFull } from '../../format/indian-display.ts'
import { useUser } from '../../session/session.tsx'
import css from './payment-link-page.module.css'
import { messageWithLink, type Shared, whatsAppUrl } from './share-text.ts'
import type { MadeLink } from './use-payment-link.ts'

interface GeneratedLinkProps {
  readonly made: MadeLink | undefined
  readonly onAnother: () => void
}

export function GeneratedLink({ made, onAnother }: GeneratedLinkProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the result stands below the form that has just been sent.
    if (made !== undefined) box.current?.scrollIntoView({ block: 'nearest' })
  }, [made])
  return (
    <div ref={box} className={css.result}>
      {made === undefined ? (
        <Panel>
          <ScreenMessage
            Icon={IconLink}
            title="Your link appears here"
            text="Fill in the form, then copy the link, send it by WhatsApp or show its QR code."
          />
        </Panel>
      ) : (
        <Ready made={made} onAnother={onAnother} />
      )}
    </div>
  )
}

function Ready({ made, onAnother }: { made: MadeLink; onAnother: () => void }) {
  const { fields, url } = made
  const price = displayAmount(Number(fields.amount))
  const amount = displayAmount(made.payable ?? Number(fields.amount))
  return (
    <Panel
      title="Payment link is ready"
      note={
        <>
          <span className="amount">{amount}</span> from <span dir="auto">{fields.customer_name.trim()}</span>
        </>
      }
    >
      <Stack gap="md" className={css.ready}>
        <TextInput
          label="Payment link"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group gap="xs" align="stretch" mt="-xs" className={css.readyButtons}>
          <CopyButton text={url} />
        </Group>
        <ShareButtons made={made} amount={amount} />
        <Group
          component="figure"
          gap={20}
          wrap="nowrap"
          p="md"
          bdrs="lg"
          bg="var(--galla-sunken)"
          className={css.code}
        >
          <QrPicture text={url} label="QR code of the payment page" />
          <figcaption>A phone's camera opens the payment page</figcaption>
        </Group>
        <Box
          component="dl"
          pt="sm"
          className={css.details}
          style={{ borderTop: '1px solid var(--galla-line)' }}
        >
          <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" py={3} px={0}>
            <dt>Transaction ID</dt>
            <Box component="dd" fw={500} ta="right" className="breaks">
              {fields.client_txn_id.trim()}
            </Box>
          </Group>
          <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" py={3} px={0}>
            <dt>Payment Purpose</dt>
            <Box dir="auto" component="dd" fw={500} ta="right" className="breaks">
              {fields.p_info.trim()}
            </Box>
          </Group>
          {amount !== price && (
            <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" py={3} px={0}>
              <dt>Price</dt>
              <Box component="dd" fw={500} ta="right" className="breaks">
                <span className="amount">{price}</span>, lowered to {amount} so that this payment is unique
              </Box>
            </Group>
          )}
          {made.expiresAt !== undefined && (
            <Group gap="md" align="stretch" justify="space-between" wrap="nowrap" py={3} px={0}>
              <dt>Expires</dt>
              <Box component="dd" fw={500} ta="right" className="breaks">
                {displayWhenInFull(made.expiresAt)}
              </Box>
            </Group>
          )}
        </Box>
        <Button
          variant="light"
          h={40}
          fullWidth
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAnother}
        >
          Create another
        </Button>
      </Stack>
    </Panel>
  )
}

function ShareButtons({ made: { fields, url }, amount }: { made: MadeLink; amount: string }) {
  const { name } = useUser()
  const shared: Shared = {
    customerName: fields.customer_name.trim(),
    customerMobile: fields.customer_mobile,
    purpose: fields.p_info.trim(),
    merchantName: name,
    amount,
    url,
  }
  return (
    <Group gap="xs" align="stretch" mt="-xs" className={css.readyButtons}>
      <Button
        component="a"
        href={whatsAppUrl(shared)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        h={40}
        leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
      >
        WhatsApp
      </Button>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        h={40}
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        Open page
      </Button>
      {navigator.share !== undefined && (
        <Button
          variant="default"
          h={40}
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => {
            // Closing the share sheet is no error; the link stays visible.
            navigator.share({ title: 'Payment link', text: messageWithLink(shared) }).catch(() => {})
          }}
        >
          Share
        </Button>
      )}
    </Group>
  )
}
