/**
 * `class: phrase, phrase`; a phrase may have several classes. It may be typed with all, some or none of its marks, never with others
 * ("đúng" is not "dừng"). Classes: `.` manners, who speaks to whom · `q` makes it a question · `i` makes it a condition · `p` asks for it
 * to be done · `d` cease · `e` do not · `n` not · `N` not, before any verb · `w` want · `g` send · `s` send messages · `r` receive · `a`
 * receive messages · `o` messages, advertisements · `f` fills in: to me, these, any · `m` any more · `c` cancel, switch off · `u` a
 * subscription · `x` remove · `y` a number or name · `l` from a list · `S` refuses alone, but has other uses · `R` refuses · `D` may
 * refuse · `v` away · `t` threatens · `Z` has said so before · `b` is fed up · `|` separates clauses
 */
export const optOutLexicon = `
.: dạ, dạ vâng, vâng, ừ, ạ, ah, ơi, oi, nhé, nha, nhá, nhe, nghen, nghe, hen, nhen, hén, giùm, dùm, giúp, hộ, với, xin, vui lòng, làm ơn, em, e, anh, chị, c, mình, mik, mk, tôi, t, tui, tớ, tao, cháu, con, bác, cô, chú, shop, sốp, shốp, admin, adm, bạn, b, các bạn, bên, phía, bot, cửa hàng, tiệm, quán, spa, của, cảm ơn, cám ơn, cảm ơn nhiều, thanks, thank you, thank, thx, tks, please, pls, plz, kindly, hi, hello, hey, alo, chào, sorry, xin lỗi, ngay, lập tức, ngay lập tức, luôn, đi, giờ, bây giờ, từ giờ, từ nay, từ bây giờ, hãy, ok, oke, okay, now, right now, immediately, right away, asap, from now on, guys, sir, team, just, dear, already, i, im, my, u, you, đó, á, thật sự, tí, chút, cái, would like, id like, no thanks, no thank you, rồi nhé, và, ngay hôm nay, ui, ưi, xin phép, thôi, nhớ, thì, hộ với, cho xin, cảm phiền, nhaa, nè, ha shop, bạn ơi, giúp với, em ơi, vs, enough already
q: à, hả, ha, hở, hử, sao, tại sao, vì sao, why, when, did, phải không, đúng không, khi nào, bao giờ, what, who, which, chưa, were, is, are, has, have, was
i: nếu, khi, lỡ, if, unless, until, lúc
p: yêu cầu, đề nghị, mong, mong muốn, nhờ, có thể, can you, could you, can i, could i, can we, will you, would you, i want, i want to, i would like, i would like to, i would like you to, i want you to, id like to, want to, wish to, i wish to, how do i, how can i, how to, làm sao để, làm thế nào để, làm sao, cách nào để, được không, đc không, dc ko, được ko, dc không, được hông, đc ko, need to, i need to, i need you to, let me, được chứ, đc chứ, muốn, mún
d: dừng, ngừng, ngưng, dừng lại, ngừng lại, ngưng lại, dừng việc, ngừng việc, ngưng việc, chấm dứt, chấm dứt việc, stop, cease, quit, hãy dừng, enough with, no more of
e: đừng, đừng có, thôi đừng, đừng bao giờ, miễn, khỏi, khỏi cần, thôi khỏi, không được, ko dc, ko được, không đc, k đc, dont, don t, do not, never, no more, cấm, please dont, xin đừng, đừg, no
e, p: could you not, can you not, would you not
n: dont, don t, do not, doesnt, never, no longer, không còn, chẳng còn, ko còn, k còn, hết
N, n: không, ko, k, kg, kh, hok, hong, hông, hổng, khum, khom, hem, hk, chẳng, chả, không có, ko có, k có, không bao giờ, đéo
w: muốn, mún, cần, thích, có nhu cầu, nhu cầu, đồng ý, want, want to, wish, wish to, need, need to, like, like to, agree, agree to, còn muốn, hứng thú, want you to, care about, interested in
g: gửi, gởi, send, sending, báo
s: nhắn, nhắn tin, nt, làm phiền, quấy rầy, quấy rối, inbox, ib, inb, messaging, texting, spamming, contact, contacting, contacted, bother, bothering, advertise, disturb, disturbing, liên hệ, liên lạc, tiếp thị, chào hàng, chào mời, emailing, dm, ping, pinging, notify, notifying, annoying, writing, write, hear from, be contacted
s, o: gửi tin, gửi tin nhắn, gởi tin, gởi tin nhắn, gửi quảng cáo, gửi spam, gửi khuyến mãi, gửi thông báo, spam, xpam, quảng cáo, nhắn tin quảng cáo, message, text, advertising
a, r, o: nhận tin, nhận tin nhắn, nhận quảng cáo, nhận thông báo, nhận khuyến mãi
r: nhận, receive, receiving, get, getting, nhận thêm, see, seeing, xem, đọc
o: tin, tin nhắn, tn, tin quảng cáo, qc, tin qc, thông báo, khuyến mãi, khuyến mại, km, tin khuyến mãi, ưu đãi, tin rác, rác, sms, mess, mes, messages, msg, msgs, texts, text messages, ads, ad, advert, adverts, advertisement, advertisements, promo, promos, promotion, promotions, promotional, marketing, notification, notifications, newsletter, newsletters, news, offers, updates, bản tin, chương trình khuyến mãi, chương trình ưu đãi, broadcast, broadcasts, thông tin khuyến mãi, thông tin quảng cáo, thông tin, vouchers, emails, email, tin chăm sóc, tin sale, tin giảm giá, tin ưu đãi, tin tức, mấy tin này, mấy cái này, mấy thứ này, mấy cái tin này, stuff, junk, crap, communications, sale, giảm giá, bán hàng, tin bán hàng, chương trình, offers, sales, discount, discounts, deal, deals
f: cho, đến, tới, các, những, mấy, này, kia, thêm, nhiều, bất kỳ, bất kì, bất cứ, nào, gì, loại, như vậy, như thế, thế này, như này, kiểu này, kiểu, linh tinh, vào, qua, về, từ, để, là, bị, be, being, trên, messenger, zalo, facebook, fb, page, trang, oa, website, việc, ở đây, số này, me, us, it, these, those, this, that, your, yours, any, the, a, so many, so much, many, all, at all, to, for, of, from, here, anything, more, such, things, hằng ngày, hàng ngày, mỗi ngày, suốt ngày, suốt, hoài, mãi, liên tục, cứ, everyday, every day, daily, by, with, via, đâu, tất cả, toàn bộ, unwanted, phiền phức, lắm, quá, kia nữa, on, rác, up, with the, weekly, monthly, every week, hàng tuần, hằng tuần, mỗi tuần, hàng tháng, vậy, thế, rồi, them, already
m: nữa, nx, nựa, thêm nữa, nữa đâu, anymore, any more, again, ever again, any longer, ever
c: hủy, huỷ, hủy bỏ, bỏ, tắt, ngắt, cancel, turn off, switch off, disable, mute, end, gỡ
u: đăng ký, đăng kí, đk, đký, đkí, dky, dki, theo dõi, subscription, subscriptions, my subscription, sub, subscribing, following, chế độ nhận
x: xóa, xoá, xóa bỏ, loại, loại bỏ, gỡ, remove, delete, take, drop, bỏ, cho ra, đưa, rút, thoát, rời
y: số, số điện thoại, sđt, số của, tên, number, phone number, name, email, nick, contact, liên hệ, phone
l: khỏi danh sách, ra khỏi danh sách, khỏi ds, khỏi list, ra khỏi list, khỏi danh sách gửi, khỏi danh sách nhận, off your list, off the list, off this list, off your mailing list, from your list, from the list, from this list, from your mailing list, from the mailing list, from this mailing list, from mailing list, from your contact list, from your contacts, from your database, from your broadcast list, off your mailing, khỏi danh sách khách hàng, danh sách nhận tin, danh sách sale, danh sách, this list, your list, the list, your mailing list, danh sách gửi tin, from your marketing, from marketing
R: stopall, stop all, unsubscribe, unsubcribe, unsubscibe, unsuscribe, unsubscribed, unsub, un subscribe, opt out, opting out, optout, opt me out, hủy đăng ký, huỷ đăng ký, hủy đăng kí, huỷ đăng kí, hủy đk, huỷ đk, unfollow, bỏ theo dõi, hủy theo dõi, huỷ theo dõi, take me off, remove me, leave me alone, withdraw my consent, rút lại đồng ý
S: stop, stopp, stoop, tc, từ chối, từ chối nhận, t c, sop, make it stop, make this stop
D: dừng, ngừng, ngưng, đừng, hủy, huỷ, thôi, cancel, dừng lại, ngừng lại, ngưng lại, quit, end, hủy bỏ, stop it
b: phiền, mệt, khó chịu, bực, bực mình, nhiều tin quá, tired of, enough, đủ rồi, sick of, not interested, không quan tâm, ko quan tâm, too many, annoyed, im not interested, hoài, phiền phức, harassment
v: ra, off, ra khỏi, ra ngoài
V: mình ra, em ra, tôi ra, tui ra, chị ra, anh ra, me off, me out
t: report, block, chặn, báo cáo, tố cáo
Z: said stop, told you to stop, asked you to stop, texted stop, typed stop, replied stop, nhắn stop, nhắn tc, nhắn dừng, nhắn từ chối, bảo dừng, nói dừng, từ chối rồi, đã từ chối
|: vì, nên, bởi vì, tại vì, because, cuz, cause, since, nhưng, but, mà, and, chứ, or
`
