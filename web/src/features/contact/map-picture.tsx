import { Box } from '@mantine/core'
import css from './contact-page.module.css'

/** A drawing of no real place: an embedded map would track every visitor. */
export function MapPicture() {
  return (
    <Box
      component="figure"
      pos="relative"
      maw={1112}
      h={260}
      bd="1px solid var(--galla-line)"
      bdrs="lg"
      bg="var(--galla-sunken)"
      w={{ base: 'calc(100% - 32px)', xs: 'calc(100% - 48px)' }}
      className={css.map}
    >
      <svg
        viewBox="0 0 1112 300"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className={css.streets}
      >
        <path
          className={css.water}
          d="M-20 236C140 196 250 282 420 250S760 176 900 214s180 26 240 8v96H-20z"
        />
        <path className={css.park} d="M96 34h168v92l-54 28H96zM742 20h132l34 74-60 46H742z" />
        <g className={css.lane}>
          <path d="M0 150h1112M0 62h1112M310 0v300M560 0v300M690 0v300M930 0v300M60 0v300M430 0 190 300M1040 0 820 300" />
        </g>
        <g className={css.road}>
          <path d="M0 190 380 120 720 150 1112 84M500 0l44 150-30 150" />
        </g>
      </svg>
      <svg viewBox="0 0 32 40" width="40" height="50" aria-hidden="true" className={css.pin}>
        <path
          d="M16 1a15 15 0 0 1 15 15c0 10-15 23-15 23S1 26 1 16A15 15 0 0 1 16 1z"
          fill="var(--galla-accent)"
        />
        <path d="M9.5 15h13v6a1.5 1.5 0 0 1-1.5 1.5H11A1.5 1.5 0 0 1 9.5 21z" fill="var(--galla-on-accent)" />
        <path d="M11 11.5h10l1.5 3h-13z" fill="var(--galla-on-accent)" opacity=".6" />
      </svg>
      <figcaption>We work online. A map appears here when we have an office to visit.</figcaption>
    </Box>
  )
}
