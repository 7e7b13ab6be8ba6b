/** What every channel takes: Zalo's limits are the narrowest. */
export const pictureTypes = ['image/jpeg', 'image/png']
export const maxPictureSize = 1024 * 1024

/** A picture that may stand with a campaign's text. */
export function isCampaignPicture({ type, size }: { type: string; size: number }): boolean {
  return pictureTypes.includes(type) && size <= maxPictureSize
}
