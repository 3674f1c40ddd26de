import { IconQrcode } from 'virtual:icons'
import { FORWARDERS } from '@galla/contract/bank-alerts/forwarders'
import { useState } from 'react'
import { QrFigure, QrPicture } from '../../../components/display/qr-picture.tsx'
import { RowButton } from '../../../components/overlay/row-button.tsx'
import { t, translateServerText } from '../../../locales/translate.ts'

const APP = FORWARDERS.find(({ rules }) => rules !== undefined)

/** The QR code that imports the forwarding rules into the app. Hidden at first, because it contains the secret address. */
export function RulesCode({ url }: { url: string }) {
  const [isVisible, setVisible] = useState(false)
  if (APP?.rules === undefined) return null
  return (
    <div>
      <RowButton Icon={IconQrcode} aria-expanded={isVisible} onClick={() => setVisible(!isVisible)}>
        {isVisible ? t('Hide setup code') : t('Show setup code')}
      </RowButton>
      {isVisible && (
        <QrFigure
          picture={<QrPicture text={url} label={t('QR code that sets up {app}', { app: APP.name })} />}
        >
          {translateServerText(APP.rules.import)}
        </QrFigure>
      )}
    </div>
  )
}
