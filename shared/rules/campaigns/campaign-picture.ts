/** Zalo's limits, the narrowest of all channels. */
export const pictureTypes = ['image/jpeg', 'image/png']
export const maxPictureSize = 1024 * 1024

export function isCampaignPicture({ type, size }: { type: string; size: number }): boolean {
  return pictureTypes.includes(type) && size <= maxPictureSize
}
