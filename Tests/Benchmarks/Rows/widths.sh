# a list of 10,000 titles in Chinese and emoji
home=$(home 10000)
wide=$(wide_home)

work "list 10,000 titles in Chinese and emoji" 30
ours "$scarybug" --home "$wide" list
beside "in ASCII" 2 "$scarybug" --home "$home" list
compare
