import type { CatalogueEntry } from './catalogue-entry.ts'

export const channelsErrors = {
  'channel.domain_invalid': {
    status: 400,
    vi: 'Tên miền này chưa đúng. Hãy nhập như shop.vn, *.shop.vn hoặc localhost:3000.',
    en: 'This is not a domain. Write it like shop.vn, *.shop.vn or localhost:3000.',
  },
  'channel.ceiling_too_low': {
    status: 400,
    vi: 'Mức này chưa đủ cho một tin. Hãy đặt cao hơn, hoặc để trống nếu không muốn bot gửi tin có phí.',
    en: 'This is less than the price of one message. Enter more, or leave it empty so that the bot sends no paid messages.',
  },
  'channel.slug_invalid': {
    status: 400,
    vi: 'Địa chỉ ngắn gồm 3 đến 40 chữ thường không dấu, số và dấu gạch nối, như tiem-goi-may.',
    en: 'A short address has 3 to 40 plain letters, digits and hyphens, such as may-hair-spa.',
  },
  'channel.slug_taken': {
    status: 409,
    vi: 'Địa chỉ này không chọn được. Hãy thử một địa chỉ khác, chẳng hạn thêm tên đường hay thành phố.',
    en: 'This address is not available. Try another one, for example with your street or city.',
  },
  'channel.slugs_reached': {
    status: 409,
    vi: 'Trang chat đã đổi địa chỉ quá nhiều lần. Hãy chọn lại một địa chỉ đã dùng trước đây.',
    en: 'The chat page has changed its address too often. Choose one it had before.',
  },
  'channel.identity_unreadable': {
    status: 409,
    vi: 'Khoá định danh đã lưu hiện không mở được. Hãy báo người vận hành hệ thống, hoặc đổi sang khoá mới rồi cập nhật trên máy chủ của cửa hàng.',
    en: 'The stored identity secret cannot be opened at the moment. Contact the operator, or replace it here and update it on the shop’s server.',
  },
  'channel.taken': {
    status: 409,
    vi: 'Tài khoản này đang được kết nối ở một cửa hàng khác. Hãy ngắt kết nối ở đó trước.',
    en: 'This account is connected to another shop. Disconnect it there first.',
  },
  'channel.token_invalid': {
    status: 400,
    vi: 'Mã truy cập này không dùng được. Hãy lấy mã mới trên nền tảng rồi thử lại.',
    en: 'This token does not work. Get a new one on the platform and try again.',
  },
  'channel.account_mismatch': {
    status: 409,
    vi: 'Mã truy cập này thuộc về một tài khoản khác.',
    en: 'This token belongs to another account.',
  },
  'channel.no_hooks': {
    status: 401,
    vi: 'Chữ ký của lời gọi này không đúng.',
    en: 'The signature of this call is wrong.',
  },
  'channel.nothing_to_repair': {
    status: 409,
    vi: 'Kênh này phải được kết nối lại bằng cách đăng nhập.',
    en: 'This channel has to be reconnected by signing in.',
  },
  'zalo.not_configured': {
    status: 409,
    vi: 'Máy chủ này chưa được nối với ứng dụng Zalo nên chưa kết nối được Official Account. Hãy báo người quản lý máy chủ.',
    en: 'This server is not linked to a Zalo app yet, so no official account can be connected. Tell whoever runs it.',
  },
  'facebook.not_configured': {
    status: 409,
    vi: 'Máy chủ này chưa được nối với ứng dụng Meta nên chưa kết nối được trang Facebook. Hãy báo người quản lý máy chủ.',
    en: 'This server is not linked to a Meta app yet, so no Facebook page can be connected. Tell whoever runs it.',
  },
  'facebook.pick_over': {
    status: 404,
    vi: 'Lần đăng nhập Facebook này đã hết hạn. Hãy bấm kết nối để đăng nhập lại.',
    en: 'This Facebook sign-in has expired. Press Connect to sign in again.',
  },
  'facebook.page_not_offered': {
    status: 400,
    vi: 'Trang này không có trong các trang bạn vừa cho phép, hoặc bạn chưa có quyền nhắn tin ở đó.',
    en: 'This page is not among those you just allowed, or you can’t reply to messages there.',
  },
  'facebook.ad_account_not_offered': {
    status: 400,
    vi: 'Tài khoản quảng cáo này không có trong danh sách bạn vừa cho phép, đã đóng, hoặc không tính bằng đồng.',
    en: 'This ad account is not among those you just allowed, is closed, or is not in Vietnamese đồng.',
  },
  'facebook.subscribe_failed': {
    status: 502,
    vi: 'Facebook chưa cho nhận tin nhắn của trang này nên trang chưa được kết nối. Hãy thử lại và giữ nguyên mọi quyền được hỏi.',
    en: 'Facebook did not let us receive this page’s messages, so it is not connected. Try again and keep all permissions it asks for.',
  },
} as const satisfies Record<string, CatalogueEntry>
