import type { ReactElement, SVGProps } from 'react'

export interface IconProps extends Omit<SVGProps<SVGSVGElement>, 'stroke'> {
  readonly size?: number
  readonly stroke?: number
}

export type Icon = (props: IconProps) => ReactElement

/** Creates the component of an icon, drawn in the current text colour. */
export const createIcon =
  (paths: readonly string[], filled: boolean): Icon =>
  ({ size = 16, stroke = 2, color = 'currentColor', ...rest }) => (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers unless it has a label
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? color : 'none'}
      stroke={filled ? 'none' : color}
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={rest['aria-label'] === undefined || undefined}
      {...rest}
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
