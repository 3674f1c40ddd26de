import { Article, type ArticleSection } from '../../components/site/article.tsx'
import { t } from '../../locales/translate.ts'

/** Each with who said it and when, so that a reader can look it up, and see what is old. */
const FACTS = [
  {
    title: t('Software that never touches the money'),
    text: t(
      "The money goes from your customer's bank to yours. Galla cannot hold or move it. Pure technology of this kind is outside the rules for payment aggregators.",
    ),
    source: t('Reserve Bank of India, directions on payment aggregators, 15 September 2025'),
  },
  {
    title: t('Personal UPI IDs'),
    text: t(
      'Customers can scan the QR code of a personal or small merchant account. UPI apps refuse payments to it from links, and above ₹2,000 from a saved picture of the code.',
    ),
    source: t('NPCI, circulars OC-76A and OC-76C, 12 March 2024 and 8 April 2025'),
  },
  {
    title: t('When a small shop needs a merchant account'),
    text: t(
      'If you receive more than ₹1,00,000 a month three months in a row on a small merchant account, your bank has to take you on as a full merchant.',
    ),
    source: t('NPCI, circular OC-192, 28 March 2024'),
  },
  {
    title: t('Tax'),
    text: t(
      'What you receive by UPI is income like cash. Tax offices sent notices to shops that received more than ₹40 lakh for goods or ₹20 lakh for services in a year without being registered for GST.',
    ),
    source: t('Press reports on notices of the state tax offices, July 2025'),
  },
  {
    title: t("Your customers' data"),
    text: t(
      'Names, numbers and payments of your customers are personal data. The operator of this Galla has to give notice, report a breach within 72 hours and erase what is no longer needed.',
    ),
    source: t('Digital Personal Data Protection Rules, most of them in force from May 2027'),
  },
] as const

const SECTIONS: readonly ArticleSection[] = FACTS.map(({ title, text, source }) => ({
  title,
  body: (
    <>
      <p>{text}</p>
      <p>
        <small>{t('Source: {source}', { source })}</small>
      </p>
    </>
  ),
}))

export function LegalPage() {
  return (
    <Article
      eyebrow={t('Legal')}
      title={t('Is this legal?')}
      line={t(
        'Five facts in short, as known in November 2026. They are no legal advice: ask counsel about your own business.',
      )}
      sections={SECTIONS}
    />
  )
}
