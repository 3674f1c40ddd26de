import { IconCheck } from '@tabler/icons-react'
import { CallToAction } from '../../components/site/call-to-action.tsx'
import { FEATURES } from '../../components/site/features.ts'
import { PageIntro } from '../../components/site/page-intro.tsx'
import { FEATURE_PICTURES } from './feature-pictures.tsx'
import css from './features-page.module.css'

export function FeaturesPage() {
  return (
    <>
      <PageIntro
        eyebrow="Features"
        title="What a payment needs, and nothing in its way"
        line="Six things that Galla does for you, and how each of them works."
      />
      <div className={css.features}>
        {FEATURES.map(({ name, title, text, points, Icon }) => {
          const Picture = FEATURE_PICTURES[name]
          return (
            <section key={name} className={css.feature} aria-labelledby={name}>
              <div className={css.words}>
                <span className={css.icon}>
                  <Icon size={22} stroke={1.8} aria-hidden />
                </span>
                <h2 id={name}>{title}</h2>
                <p className={css.text}>{text}</p>
                <ul className={css.points}>
                  {points.map((point) => (
                    <li key={point}>
                      <IconCheck size={18} stroke={2.2} aria-hidden />
                      {point}
                    </li>
                  ))}
                </ul>
              </div>
              <div className={css.picture} aria-hidden="true">
                <Picture />
              </div>
            </section>
          )
        })}
      </div>
      <CallToAction />
    </>
  )
}
