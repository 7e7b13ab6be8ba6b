import { maxFileSize } from '#shared/contracts/training/training.contract.ts'
import { shrinkPicture } from '#web/kit/shrink-picture.ts'
import { isPicture } from './check-file.ts'

/** Reading makes every picture so small (`decode-picture.ts`): nothing that could be read is lost. */
const limits = { bytes: maxFileSize, pixels: 40_000_000, side: 3_200 }

/** A photo that a good camera took, as the server takes it. */
export async function fitPicture(file: File): Promise<File> {
  return isPicture(file) ? shrinkPicture(file, limits) : file
}
