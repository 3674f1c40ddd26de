import { IconBrandWhatsapp, IconCheck } from '@tabler/icons-react'
import sampleCode from '../../components/site/sample-code.svg'
import css from './payment-picture.module.css'

/** A picture of the payment page, not a page: nothing in it can be paid or pressed. */
export function PaymentPicture() {
  return (
    <div className={css.stage} aria-hidden="true">
      <div className={css.phone}>
        <div className={css.payee}>
          <span className={css.avatar}>CC</span>
          <div>
            <strong>Chai Corner</strong>
            <small>chaicorner@gallatest</small>
          </div>
        </div>
        <div className={css.amount}>₹499.00</div>
        <img className={css.code} src={sampleCode} width={168} height={168} alt="" />
        <p className={css.scan}>Scan QR code using any UPI app</p>
        <p className={css.time}>Expires in 4:38</p>
      </div>
      <div className={css.paid}>
        <span className={css.check}>
          <IconCheck size={18} stroke={3} />
        </span>
        <div>
          <strong>₹499.00 received</strong>
          <small>Order settled, webhook delivered</small>
        </div>
      </div>
      <div className={css.shared}>
        <IconBrandWhatsapp size={18} />
        Link shared
      </div>
    </div>
  )
}
