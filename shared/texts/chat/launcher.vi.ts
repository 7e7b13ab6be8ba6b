/** Apart from the chat box's texts, so that the loader stays small. */
export const launcherVi = {
  frameTitle: 'Khung trò chuyện với {name}',
  region: 'Trò chuyện',
  open: 'Mở khung chat',
  openUnread: 'Mở khung chat, {count} tin chưa đọc',
  close: 'Đóng khung chat',
  hidePreview: 'Ẩn tin xem trước',
  opening: 'Đang kết nối…',
  notOpened: 'Chưa mở được khung chat.',
  again: 'Thử lại',
}
export type LauncherTexts = typeof launcherVi
