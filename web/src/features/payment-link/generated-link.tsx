import { IconBrandWhatsapp, IconExternalLink, IconLink, IconPlus, IconShare } from 'virtual:icons'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { CopyButton } from '../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../components/display/fact-list.tsx'
import { QrFigure, QrPicture } from '../../components/display/qr-picture.tsx'
import { When } from '../../components/display/when.tsx'
import { ScreenMessage } from '../../components/feedback/screen-message.tsx'
import { Panel } from '../../components/layout/panel.tsx'
import { displayAmount } from '../../format/indian-display.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { useShopName } from '../../session/session.tsx'
import type { MadeLink } from './use-payment-link.ts'

export function GeneratedLink({ made, onAnother }: { made: MadeLink | undefined; onAnother: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a phone the result is below the submitted form.
    if (made !== undefined) box.current?.scrollIntoView({ block: 'nearest' })
  }, [made])
  return (
    <div ref={box} style={{ scrollMargin: '84px 0 16px' }}>
      {made === undefined ? (
        <Panel>
          <ScreenMessage
            Icon={IconLink}
            title={t('Your link appears here')}
            text={t('Fill in the form, then copy the link, send it by WhatsApp or show its QR code.')}
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
      title={t('Payment link is ready')}
      note={richText(
        '<span>{amount}</span> from <name>{name}</name>',
        {
          span: (text) => <span className="amount">{text}</span>,
          name: (text) => <span dir="auto">{text}</span>,
        },
        { amount, name: fields.customer_name.trim() },
      )}
    >
      <Stack gap="md">
        <TextInput
          label={t('Payment link')}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <ShareButtons made={made} amount={amount} />
        <QrFigure picture={<QrPicture text={url} label={t('QR code of the payment page')} />}>
          {t("A phone's camera opens the payment page")}
        </QrFigure>
        <LinkFacts made={made} price={price} amount={amount} />
        <Button variant="light" fullWidth leftSection={<IconPlus />} onClick={onAnother}>
          {t('Create another')}
        </Button>
      </Stack>
    </Panel>
  )
}

function LinkFacts({ made, price, amount }: { made: MadeLink; price: string; amount: string }) {
  const { fields, expiresAt } = made
  return (
    <FactList>
      <Fact name={t('Transaction ID')}>{fields.client_txn_id.trim()}</Fact>
      <Fact name={t('Payment Purpose')}>
        <span dir="auto">{fields.p_info.trim()}</span>
      </Fact>
      {amount !== price && (
        <Fact name={t('Price')}>
          <span>{t('{price}, lowered to {amount} so that this payment is unique', { price, amount })}</span>
        </Fact>
      )}
      {expiresAt !== undefined && (
        <Fact name={t('Expires')}>
          <When at={expiresAt} />
        </Fact>
      )}
    </FactList>
  )
}

function ShareButtons({ made: { fields, url }, amount }: { made: MadeLink; amount: string }) {
  const merchantName = useShopName()
  const shared: Shared = {
    customerName: fields.customer_name.trim(),
    customerMobile: fields.customer_mobile,
    purpose: fields.p_info.trim(),
    merchantName,
    amount,
    url,
  }
  return (
    <Group gap="xs" grow preventGrowOverflow={false}>
      <CopyButton text={url} />
      <Button
        component="a"
        href={whatsAppUrl(shared)}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconBrandWhatsapp size={18} />}
      >
        {t('WhatsApp')}
      </Button>
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        variant="default"
        leftSection={<IconExternalLink />}
      >
        {t('Open page')}
      </Button>
      {navigator.share !== undefined && (
        <Button
          variant="default"
          leftSection={<IconShare />}
          onClick={() => {
            // The promise rejects when the share sheet is closed.
            navigator.share({ title: t('Payment link'), text: messageWithLink(shared) }).catch(() => {})
          }}
        >
          {t('Share')}
        </Button>
      )}
    </Group>
  )
}

interface Shared {
  readonly customerName: string
  readonly customerMobile: string
  /** Formatted for display. */
  readonly amount: string
  readonly purpose: string
  readonly merchantName: string
  readonly url: string
}

/** The message that the customer receives with the link. */
export const messageWithLink = ({ customerName, amount, purpose, merchantName, url }: Shared): string =>
  t('Hello {customerName}, please pay {amount} to {merchantName} for {purpose}: {url}', {
    customerName,
    amount,
    merchantName,
    purpose,
    url,
  })

/** Opens a WhatsApp chat with the message prefilled; the merchant sends it. Ten digits are an Indian number. */
export const whatsAppUrl = (shared: Shared): string =>
  `https://wa.me/91${shared.customerMobile}?text=${encodeURIComponent(messageWithLink(shared))}`
