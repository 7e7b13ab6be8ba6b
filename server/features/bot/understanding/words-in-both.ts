/** Only unambiguous words; a line with any other word is not translated. */
export const wordsInBoth = `
thứ hai | Monday
thứ ba | Tuesday
thứ tư | Wednesday
thứ năm | Thursday
thứ sáu | Friday
thứ bảy | Saturday
chủ nhật | Sunday
cuối tuần | weekends
ngày thường | weekdays
ngày lễ | holidays
lễ tết | holidays
tất cả các ngày | every day
mỗi ngày | every day
hằng ngày | every day
hàng ngày | every day
mọi ngày | every day
mở cửa | open
giờ mở cửa | opening hours
giờ làm việc | opening hours
đóng cửa | closed
nghỉ trưa | lunch break
nghỉ | closed
sáng | morning
chiều | afternoon
tối | evening
từ | from
đến | to
tới | to
và | and
hoặc | or
trước | before
dưới | under
trên | over
tối thiểu | at least
tối đa | at most
ít nhất | at least
khoảng | about
chỉ | only
miễn phí | free
phụ thu | surcharge
giảm | discount
giá | price
giá lẻ | single price
phí | fee
phí giao hàng | delivery fee
phí ship | delivery fee
học phí | tuition
tiền cọc | deposit
đặt cọc | deposit
thời gian | time
thời lượng | duration
số buổi | sessions
số lượng | quantity
sĩ số | class size
sức chứa | for
đơn vị | unit
kích thước | size
màu | colour
bảo hành | warranty
điện thoại | phone
địa chỉ | address
một | a
mỗi | each
phút | minutes
giờ | hours
tiếng | hours
ngày | days
đêm | night
tuần | weeks
tháng | months
năm | years
buổi | sessions
lần | times
người | people
khách | guests
cái | piece
chiếc | piece
đơn | order
kg | kg
km | km
cm | cm
ml | ml
`
