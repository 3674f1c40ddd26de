import type { SyntheticEvent } from 'react'

/** More than a photo: several pages below each other. */
const TALL = 2

/** Marks a loaded picture that would be too narrow if all of it was fitted into a small height. */
export const markTall = ({ currentTarget: image }: SyntheticEvent<HTMLImageElement>): void => {
  image.dataset.tall = String(image.naturalHeight > TALL * image.naturalWidth)
}
