// Everything the page says, in English and Chinese side by side. Sentences about a game come from whoever answers.

/** @type {Record<string, [string, string]>} */
export const WORDS = {
  // The frame
  skip: ["Skip to the content", "跳到正文"],
  pages: ["Pages", "页面"],
  close: ["Close", "关闭"],
  nav_watch: ["Watch", "回放"],
  nav_play: ["Play", "对局"],
  nav_hand: ["Hand", "手牌"],
  nav_check: ["Check", "检查"],
  nav_history: ["History", "战绩"],
  nav_study: ["Study", "统计"],
  no_server: [
    "The server does not answer. Is `hule serve` still running?",
    "服务器没有回应。`hule serve` 还在运行吗？",
  ],
  no_engine: ["A part of this page could not be loaded. Trying again; are you online?", "本页有一部分未能加载，正在重试。网络是否连通？"],
  browser_unfit: [
    "This browser cannot run this page: it needs WebAssembly with its 128-bit instructions (Chrome 91, Firefox 89, Safari 16.4, or newer).",
    "此浏览器无法运行本页：需要支持 128 位指令的 WebAssembly（Chrome 91、Firefox 89、Safari 16.4 或更新版本）。",
  ],
  engine_failed: ["Something went wrong. Please try again; your games are kept.", "出现了意外的错误。请重试；你的对局都已保留。"],
  new_version: ["A new version of this page is here.", "本页有了新版本。"],
  reload: ["Reload", "重新加载"],
  server_failed: ["The request failed (status {status}).", "请求失败（状态 {status}）。"],
  none: ["none", "无"],
  nothing: ["nothing", "没有内容"],

  // Home
  home_title: ["Mahjong with 148 tiles", "148 张牌的麻将"],
  home_about: [
    "Ordinary tiles plus PASS, REVERSE and DOUBLE. Watch a game and see the reason for every decision, play one, or analyse a hand.",
    "普通麻将牌，再加上 PASS、REVERSE 和 DOUBLE。看一局牌，弄清每一步的理由；自己打一局；或者分析一手牌。",
  ],
  how_to_win: ["The game in short", "规则概要"],
  rule_win: [
    "You win with four groups of three, runs or triplets, and a pair. The distance counts the tiles you still need; with distance 1 you are ready.",
    "四组顺子或刻子加一个对子即可和牌。和牌距离是还需要的牌数；和牌距离为 1 就是听牌。",
  ],
  rule_turn: [
    "In your turn you draw a tile and discard one. The order of play is A B C D.",
    "轮到你时，摸一张牌，打一张牌。顺序为 A B C D。",
  ],
  rule_claim: [
    "You may take the discard of another: to win (ron), for a triplet (pong), or for a run if you are next (chow).",
    "别人打出的牌，你可以荣和、碰，或者在你是下家时吃。",
  ],
  rule_PASS: ["PASS: name another player, whose next turn is skipped.", "PASS：指定另一名玩家，跳过其下一回合。"],
  rule_REVERSE: ["REVERSE: the order of play is reversed.", "REVERSE：回合顺序反转。"],
  rule_DOUBLE: ["DOUBLE: you take another turn at once.", "DOUBLE：立即再来一回合。"],

  // What to watch
  watch: ["Watch", "回放"],
  watch_title: ["Watch a game", "观看一局"],
  watch_about: [
    "Step through a game and see the reasons for each decision.",
    "一步步回放一局牌，看每名玩家为什么这样打。",
  ],
  check_title: ["Check your program", "检查你的程序"],
  check_about: [
    "Open the deck, paste what your program printed, and see the first wrong line and why it is wrong.",
    "打开牌堆，粘贴你的程序的输出，看第一处错误的行和原因。",
  ],
  deck_or_log: ["A deck or a log", "牌堆或记录"],
  drop_about: ["Paste it, or drop a file here.", "粘贴到这里，或把文件拖到这里。"],
  paste_here: ["148 tiles, or the lines of a log", "148 张牌，或记录的各行"],
  choose_file: ["Choose a file", "选择文件"],
  a_seed: ["A seed", "随机种子"],
  seed_about: ["The same seed and game number always give the same deck.", "相同的种子和局号总是得到相同的牌堆。"],
  seed: ["Seed", "种子"],
  game: ["Game number", "局号"],
  played_by: ["Played by", "玩家"],
  watch_it: ["Watch it", "观看"],
  open_it: ["Open it", "打开"],
  wrong_number: [
    "Please give a whole number from 0 to 18446744073709551615.",
    "请输入 0 到 18446744073709551615 的整数。",
  ],
  sample_about: [
    "The game that the contest’s statement shows: short, with many claims.",
    "题面给出的一局：很短，吃碰很多。",
  ],
  sample: ["The contest’s sample", "比赛样例"],
  nothing_pasted: ["Paste a deck or a log first.", "请先粘贴牌堆或记录。"],
  level_random: ["Aimless", "乱打"],
  level_standard: ["Easy", "简单"],
  level_useful: ["Normal", "普通"],
  level_net: ["Hard", "困难"],
  level_search: ["Expert", "专家"],
  player_random: ["Aimless (random): any action", "乱打（random）：任意动作"],
  player_standard: ["Easy (standard): fixed strategy", "简单（standard）：固定策略"],
  player_useful: ["Normal (useful): counts tiles", "普通（useful）：计算有效牌"],
  player_net: ["Hard (net): a neural network", "困难（net）：神经网络"],
  player_search: ["Expert (search): simulations", "专家（search）：模拟对局"],

  // Watching
  step: ["Step", "步"],
  steps: ["Steps", "步进"],
  step_of: ["step {step} of {last}: {say}", "第 {step} 步，共 {last} 步：{say}"],
  step_on: ["One step on", "前进一步"],
  step_back: ["One step back", "后退一步"],
  ten_on: ["Ten steps on", "前进十步"],
  ten_back: ["Ten steps back", "后退十步"],
  to_start: ["To the start", "到开头"],
  to_end: ["To the end", "到结尾"],
  play: ["Play", "播放"],
  pause: ["Pause", "暂停"],
  play_pause: ["Play or pause", "播放或暂停"],
  space_key: ["space", "空格"],
  speed: ["Speed", "速度"],
  speed_0: ["very slow", "很慢"],
  speed_1: ["slow", "慢"],
  speed_2: ["normal", "正常"],
  speed_3: ["fast", "快"],
  speed_4: ["very fast", "很快"],
  faster: ["Faster", "加快"],
  slower: ["Slower", "减慢"],
  jump_to: ["Next", "下一个"],
  next_claim: ["claim", "吃、碰、荣和"],
  next_special: ["special tile", "特殊牌"],
  next_decision: ["decision", "决策"],
  of_seat: ["of", "玩家"],
  no_more: ["There is no other.", "没有了。"],
  rotate: ["Rotate", "切换视角"],
  hands_open: ["Hands open", "明牌"],
  hands_closed: ["Hands hidden", "暗牌"],
  reasons_hidden: ["hidden while hands are closed", "暗牌时不显示"],
  draws_hidden: ["{seat} draws a tile", "{seat} 摸牌"],
  a_game: ["A game", "一局"],
  of_seed: ["Seed {seed}, game {game}", "种子 {seed}，局号 {game}"],
  speed_is: ["Speed: {speed}", "速度：{speed}"],
  note: ["Note: {text}", "注意：{text}"],
  open_closed: ["Show or hide hands", "明牌或暗牌"],
  copy_link: ["Copy link", "复制链接"],
  link_copied: ["The link to this step is copied.", "链接已复制，可直达这一步。"],
  save_svg: ["SVG", "SVG 图"],
  save_log: ["Log", "记录"],
  save: ["Save", "保存"],
  save_html: ["HTML", "网页"],
  play_on: ["Play on from here", "从这里接着打"],
  analyse_hand: ["Analyse this hand", "分析这手牌"],
  why: ["Why", "理由"],
  decides: ["{seat} decides", "{seat} 的决策"],
  considers: ["{seat} considers a claim", "{seat} 考虑吃、碰或荣和"],
  reasons_in_words: ["In words", "文字说明"],
  rule_numbers: ["Numbers such as [R26] are those of the rules in docs/RULES.md.", "[R26] 等编号是 docs/RULES.zh.md 中的规则。"],
  no_choice: ["There is no decision here.", "此处无需决策。"],
  useful_to: ["Useful tiles of {seat}", "{seat} 的有效牌"],
  distances: ["Distances to a win", "和牌距离"],
  chart_label: ["The distances of the four hands over the game", "四家手牌的和牌距离随对局的变化"],
  events: ["Events", "对局过程"],
  in_words: ["The table in words", "用文字描述牌桌"],
  compare: ["Compare with your output", "检查你的输出"],
  compare_about: ["Paste what your program printed for this deck.", "粘贴你的程序对这副牌堆的输出。"],
  compare_others: ["Only the game of standard players can be checked; others played this one.", "只能检查标准玩家的对局，而这一局是别的玩家打的。"],
  compare_standard: ["Open the standard game of this deck", "打开这副牌堆的标准对局"],
  your_output: ["The output of your program", "你的程序的输出"],
  check: ["Check", "检查"],
  output_right: ["Your output is right.", "你的输出正确。"],
  output_wrong: ["Line {line} is wrong.", "第 {line} 行错误。"],
  expected: ["Expected", "应为"],
  found: ["Found", "实为"],
  yours: ["yours: {found}", "你的：{found}"],

  // The analysis of a game
  analysis: ["Analysis", "复盘"],
  analysis_about: [
    "What each decision cost, by simulated games of the strongest player.",
    "用最强玩家的模拟对局，计算每次决策损失的胜率。",
  ],
  analyse: ["Analyse", "开始复盘"],
  stop: ["Stop", "停止"],
  try_again: ["Try again", "重试"],
  seat: ["Seat", "座位"],
  analysis_waiting: ["The analysis is about to begin…", "复盘即将开始……"],
  analysis_progress: ["{done} of {total} decisions", "已完成 {done} / {total} 次决策"],
  analysis_stopped: ["The analysis was stopped.", "复盘已停止。"],
  analysis_broken: ["The analysis broke off before it was done.", "复盘在完成之前中断。"],
  loss_each: ["of the chance to win lost per decision (± {reach})", "每次决策平均损失的胜率（± {reach}）"],
  best_of: ["best choice: {agreed} of {decisions}", "最佳选择 {agreed} / {decisions}"],
  mistakes_are: ["mistakes: {count}", "失误 {count} 次"],
  worst: ["The worst decisions", "损失最大的决策"],
  no_mistakes: [
    "No mistakes: every decision was the best or about equal to it.",
    "没有失误：每次决策都是最佳选择，或与之大致相当。",
  ],
  was_better: ["was better", "更好"],
  mistake_is: ["{made} {loss}: {best} was better", "{made} {loss}：{best} 更好"],
  wins_label: [
    "The chance of {seat} to win over the game: {from} % at first, {to} % at the last decision",
    "{seat} 的胜率随对局的变化：开始时 {from} %，最后一次决策时 {to} %",
  ],

  // The table
  table_label: [
    "The table. Turn: {seat}. Order of play: {order}. Tiles left to draw: {wall}.",
    "牌桌。轮到 {seat}。回合顺序 {order}。牌堆余 {wall} 张。",
  ],
  words_hand: ["Hand: {tiles}.", "手牌：{tiles}。"],
  words_hidden: ["Hand: {count} hidden tiles.", "手牌：{count} 张暗牌。"],
  words_melds: ["Open melds: {melds}.", "副露：{melds}。"],
  words_river: ["Discards: {tiles}.", "打出：{tiles}。"],
  seat_name: ["Player {seat}", "玩家 {seat}"],
  wall: ["wall", "牌堆"],
  wall_left: ["{count} left", "余 {count}"],
  wins: ["wins", "和牌"],
  skipped_times: ["⊘ turns to lose: {count}", "⊘ 跳过 {count} 回合"],
  distance_is: ["distance {distance}", "和牌距离 {distance}"],
  distance_ready: ["ready: distance 1", "听牌：和牌距离 1"],
  plate_ready: ["ready (1)", "听牌（1）"],
  hidden_tile: ["hidden tile", "暗牌"],
  claimed_from: ["{tile}, claimed from {seat}", "{tile}，来自 {seat}"],
  claimed_by: ["claimed by {seat}", "被 {seat} 拿走"],
  names: ["names {seat}", "指定 {seat}"],
  discard_number: ["discard {n}: {tile}", "第 {n} 张打出的牌：{tile}"],
  tile_M: ["{number} of characters", "{number} 万"],
  tile_P: ["{number} of dots", "{number} 筒"],
  tile_S: ["{number} of bamboos", "{number} 索"],
  tile_E: ["east wind", "东风"],
  tile_south: ["south wind", "南风"],
  tile_W: ["west wind", "西风"],
  tile_N: ["north wind", "北风"],
  tile_B: ["white dragon", "白板"],
  tile_F: ["green dragon", "发财"],
  tile_Z: ["red dragon", "红中"],
  tile_PASS: ["a player loses a turn", "跳过一名玩家的回合"],
  tile_REVERSE: ["the order of play is reversed", "回合顺序反转"],
  tile_DOUBLE: ["another turn", "再来一回合"],

  // Playing
  play_title: ["Play a game", "打一局"],
  play_about: ["Play against three computer players.", "与三名电脑玩家对局。"],
  new_game: ["New game", "新的一局"],
  your_seat: ["Your seat", "你的座位"],
  the_others: ["The others", "其他玩家"],
  the_deal: ["The deal", "发牌"],
  deal_about: ["Leave the seed empty for a random deal.", "种子留空则随机发牌。"],
  random: ["random", "随机"],
  sit_down: ["Sit down", "入座"],
  play_now: ["Play now", "马上开局"],
  go_on: ["Continue", "继续"],
  open_games: ["Unfinished games", "未完成的对局"],
  game_with: ["Seat {seat} against {names}", "座位 {seat}，对手：{names}"],
  delete: ["Delete", "删除"],
  you: ["you", "你"],
  waits_for: ["Waiting for {name}.", "等待 {name}。"],
  they_think: ["The game goes on.", "对局进行中。"],
  others_think: ["Waiting for the others.", "等待其他玩家。"],
  your_turn: ["Your turn: choose a tile to discard.", "轮到你：请选择要打出的牌。"],
  your_pong: ["You may pong {tile}.", "可以碰 {tile}。"],
  your_chow: ["You may chow {tile}.", "可以吃 {tile}。"],
  also_pong: ["You may also pong {tile}.", "你还可以碰 {tile}。"],
  also_chow: ["You may also chow {tile}.", "你还可以吃 {tile}。"],
  can_win: ["You can win! Or choose a tile to discard.", "你可以和牌！也可以选择要打出的牌。"],
  can_ron: ["You can win with this tile!", "这张牌可以荣和！"],
  claim_of: ["{seat} discards {tile}", "{seat} 打出 {tile}"],
  your_hand: ["Your hand", "你的手牌"],
  your_melds: ["Your open melds", "你的副露"],
  moves: ["Moves", "可选的动作"],
  just_drawn: ["just drawn", "刚摸到"],
  advised: ["advised", "建议"],
  advice: ["Advice", "建议"],
  hint: ["Hint", "提示"],
  hint_about: ["A hint names a good choice, and says why.", "提示会给出一个好的选择，并说明理由。"],
  undo: ["Undo", "撤销"],
  cancel: ["Cancel", "取消"],
  leave_table: ["Leave the table", "离开牌桌"],
  pass_whom: ["Who loses a turn? Or tap the player.", "跳过谁的回合？也可以点那名玩家。"],
  pass_whom_short: ["Whom?", "跳过谁？"],
  skip_claim: ["Skip", "过"],
  panels: ["Panels", "面板"],
  habits: ["Settings", "对局设置"],
  pace: ["Speed of the others", "其他玩家的速度"],
  pace_slow: ["slow", "慢"],
  pace_normal: ["normal", "正常"],
  pace_fast: ["fast", "快"],
  pace_none: ["at once", "立即"],
  switch_win: ["Win automatically", "自动和牌"],
  switch_decline: ["No claims", "不吃不碰"],
  switch_sound: ["Sounds", "声音"],
  switch_discard: ["Discard what I draw", "自动摸切"],
  call_chow: ["CHOW", "吃"],
  call_pong: ["PONG", "碰"],
  call_ron: ["RON", "荣和"],
  call_self_drawn: ["SELF-DRAWN", "自摸"],
  about_equal: ["about equal", "大致相当"],
  trusted_less: ["{difference}, but the network trusts it less", "{difference}，但神经网络不看好"],
  thought_useful: ["useful tiles: {count}", "有效牌 {count} 张"],
  thought_wins: ["wins about {share} % of simulated games", "在模拟的对局中胜率约为 {share} %"],
  useful_to_you: ["Useful tiles", "有效牌"],
  game_over: ["The end of the game", "对局结束"],
  you_win: ["You win!", "你和了！"],
  other_wins: ["{name} wins", "{name} 和了"],
  exhausted: ["The wall is empty", "流局"],
  see_table: ["Show the table", "看牌桌"],
  see_result: ["Show the result", "看结果"],
  winning_tile: ["{tile}, the winning tile", "{tile}，和的牌"],
  watch_replay: ["Watch the replay", "观看回放"],
  download_log: ["Download the log", "下载记录"],
  same_players: ["A new game with the same players", "与相同的玩家再来一局"],
  same_deal: ["The same deal again", "同样的牌再打一局"],
  another_deal: ["Another deal", "再来一局"],
  lost_title: ["This table is gone", "这张牌桌已不在"],
  lost_about_browser: [
    "It is kept only in the browser it was played in, and old tables make room for new ones. Finished games are in your history.",
    "牌桌只保存在对局所用的浏览器里，旧牌桌会被新牌桌替换。已结束的对局仍在战绩中。",
  ],
  lost_about_server: [
    "The server was restarted, or the table was unused for too long. Finished games are in your history.",
    "服务器可能重新启动过，或者这张牌桌太久没有使用。已结束的对局仍在战绩中。",
  ],

  // With friends
  with_friends: ["Play with friends", "和朋友一起玩"],
  no_friends_title: ["Tables with friends need a server", "和朋友一起玩需要服务器"],
  no_friends_about: [
    "This copy of the page plays everything in your own browser, so nobody else can join. With `hule serve`, the same page has tables for up to four people.",
    "这份页面的一切都在你自己的浏览器里运行，别人无法加入。用 `hule serve` 打开的同一页面可以开最多四人的牌桌。",
  ],
  friends_about: [
    "Set up a table for one to four people. Computer players take the other seats.",
    "开一张一到四人的牌桌，其余座位由电脑玩家补齐。",
  ],
  new_table: ["New table", "新牌桌"],
  how_many: ["People", "人数"],
  the_rest: ["The other seats", "其余座位"],
  time_to_decide: ["Time per move", "每步时限"],
  no_limit: ["no limit", "不限时"],
  seconds: ["{count} seconds", "{count} 秒"],
  clock_about: ["When the time is up, a computer player (Easy) plays for you.", "超时后由电脑（简单）代打。"],
  make_table: ["Set up the table", "开桌"],
  how_it_goes: ["How it goes", "怎么玩"],
  friends_links: [
    "Every seat has its own link. Send one to each friend; whoever has it can take the seat.",
    "每个座位有自己的链接。给每位朋友发一个；谁有链接，谁就能入座。",
  ],
  friends_begin: [
    "The game begins when all have sat down, or when somebody begins without the others.",
    "所有人入座后自动开局；也可以不等其他人，直接开局。",
  ],
  friends_back: ["If you leave, a computer player plays for you. Come back by the same link.", "离开后由电脑代打，用同一个链接可以回来。"],
  friends_watch: [
    "Spectators see what lies open, and all hands after the end.",
    "观众只能看到公开的牌，结束后可以看到所有手牌。",
  ],
  your_tables: ["Your tables", "你的牌桌"],
  table_of: ["With {names}", "同桌：{names}"],
  table_of_nobody: ["A table where nobody else sits yet", "还没有其他人入座的牌桌"],
  go_to_table: ["Go to the table", "进入牌桌"],
  forget_table: ["Forget", "不再列出"],
  games_on_server: ["Finished games on the server", "服务器上已结束的对局"],
  game_number: ["Game {number}", "第 {number} 局"],
  no_games: ["None.", "没有。"],
  looking_for_table: ["Looking for the table …", "正在查找牌桌……"],
  no_table_title: ["There is no such table", "没有这张牌桌"],
  no_table_about: [
    "The link is incomplete, or the table is gone. Ask for a new link, or set up a table.",
    "链接不完整，或者牌桌已不存在。请要一个新的链接，或者自己开一桌。",
  ],
  gone_table_about: [
    "The server was restarted, or the table was unused for too long. Set up a new table, or ask for a new link.",
    "服务器可能重新启动过，或者这张牌桌太久没有使用。请另开一桌，或者要一个新的链接。",
  ],
  to_home: ["Home", "首页"],
  lobby_title: ["A table with friends", "和朋友的牌桌"],
  lobby_maker: ["Enter a name and sit down, then send each friend a link.", "输入名字入座，再把座位链接发给每位朋友。"],
  lobby_guest: ["You are invited. Enter a name and sit down.", "你受到了邀请。输入名字入座吧。"],
  lobby_watch: ["You will see the game here when it begins.", "开局后可以在这里观战。"],
  the_seats: ["Seats", "座位"],
  the_table: ["The table", "牌桌"],
  your_name: ["Your name", "你的名字"],
  start_without: ["Begin without the others", "不等其他人，直接开局"],
  waiting_for: ["Free seats: {count}. The game begins when all are taken.", "空座位：{count}。全部入座后开局。"],
  clock_is: ["Time per move: {clock}.", "每步时限：{clock}。"],
  free_seat: ["free", "空座"],
  is_player: ["computer player", "电脑玩家"],
  is_free: ["nobody has sat down yet", "还没有人入座"],
  is_away: ["has left; a computer player plays", "已离开，电脑代打"],
  is_here: ["here", "在线"],
  is_offline: ["not connected", "未连接"],
  spectators: ["Spectators", "观众"],
  watching_now: ["watching now: {count}", "正在观看：{count}"],
  links_local: [
    "These links only work on this computer. `hule serve --host 0.0.0.0` makes links for others.",
    "这些链接只能在这台电脑上使用。用 `hule serve --host 0.0.0.0` 启动服务器，链接才能发给别人。",
  ],
  link_for_seat: ["Link to seat {seat}", "座位 {seat} 的链接"],
  link_to_watch: ["Link to watch", "观战链接"],
  share_link: ["Share", "分享"],
  invitation_copied: ["The link is copied.", "链接已复制。"],
  copy_by_hand: ["The browser does not allow copying. The link is selected.", "浏览器不允许复制。链接已选中。"],
  news_sits: ["{name} has sat down.", "{name} 入座了。"],
  news_left: ["{name} has left. A computer player plays on.", "{name} 离开了，由电脑代打。"],
  news_back: ["{name} is back.", "{name} 回来了。"],
  news_offline: ["{name} has lost the connection.", "{name} 的连接断开了。"],
  news_connected: ["{name} is connected again.", "{name} 重新连接了。"],
  news_dealt: ["A new game has begun.", "新的一局开始了。"],
  news_dealt_kept: ["A new game. The last one is in your history.", "新的一局开始了。上一局在战绩中。"],
  decided_for_you: ["Your time was up. A computer player decided for you.", "超时了，这一步由电脑代打。"],
  connection_lost: ["The connection is lost. Trying again…", "连接断开，正在重新连接……"],
  connected_again: ["You are connected again.", "已重新连接。"],
  cover_free: ["The game has begun. Until you sit down, a computer player plays for you.", "对局已经开始。入座之前由电脑代打。"],
  cover_away: ["You have left. A computer player plays for you.", "你已离开，由电脑代打。"],
  take_seat: ["Return to my seat", "回到座位"],
  leave_seat: ["Leave the seat", "离开座位"],
  leave_really: [
    "Leave the table? A computer player plays for you until you come back by your link.",
    "要离开牌桌吗？在你用链接回来之前，由电脑代打。",
  ],
  time_left: ["{count} seconds left", "还剩 {count} 秒"],
  little_time: ["Less than {count} seconds are left.", "只剩不到 {count} 秒。"],

  // History
  history_title: ["History", "战绩"],
  history_about: [
    "The games that you finished in this browser, alone and with friends. The latest {most} are kept, here only.",
    "你在此浏览器中打完的对局，包括单人和与朋友的。只保存在这里，最多保留最近 {most} 局。",
  ],
  history_empty: [
    "Nothing here yet. Games that you finish in this browser are listed here; the latest {most} are kept.",
    "还没有对局。你在此浏览器中打完的对局会列在这里，最多保留最近 {most} 局。",
  ],
  history_full: [
    "The browser has no more room. The oldest games were deleted from the history.",
    "浏览器的存储空间已满，战绩中最早的对局已被删除。",
  ],
  not_kept: [
    "This browser keeps nothing for this page. Games are lost when it is closed, and the history stays empty.",
    "浏览器不保存本页的数据：关闭页面后对局会丢失，战绩也不会保留。",
  ],
  totals: ["Totals", "总计"],
  total_games: ["Games", "局数"],
  total_wins: ["Wins", "和牌"],
  total_deals_in: ["Deal-ins", "放铳"],
  total_draws: ["Nobody won", "流局"],
  total_distance: ["Average distance at the end", "结束时的平均和牌距离"],
  share_of: ["{share} % of games", "占 {share} %"],
  of_self_drawn: ["self-drawn: {count}", "自摸 {count} 次"],
  deal_in_about: ["another won with your discard", "别人用你打出的牌和牌"],
  distance_about: ["0 if you won. The game has no points and no places.", "和牌为 0。本游戏没有分数和名次。"],
  by_opponents: ["By opponents", "按对手统计"],
  opponent: ["Opponent", "对手"],
  column_won: ["You won", "你和牌"],
  column_lost: ["They won", "对手和牌"],
  opponents_about: [
    "A game counts once for each opponent in it. Deal-ins: they won with your discard.",
    "一局中的每名对手各计一次。放铳：对手用你打出的牌和牌。",
  ],
  your_games: ["Your games", "你的对局"],
  export_json: ["Export as JSON", "导出 JSON"],
  clear_history: ["Clear the history", "清空战绩"],
  clear_really: [
    "Delete all {count} games from this browser? This cannot be undone.",
    "要从此浏览器删除全部 {count} 局吗？此操作无法撤销。",
  ],
  show_more: ["Show more", "显示更多"],
  past_ron: ["You won by ron", "你荣和"],
  past_self_drawn: ["You won self-drawn", "你自摸"],
  past_deal_in: ["You dealt in: {name} won with your discard", "你放铳，{name} 和牌"],
  past_other: ["{name} won; your distance was {distance}", "{name} 和牌；你的和牌距离为 {distance}"],
  past_played_on: ["played on from a position", "从中途续打"],
  past_draw: ["Nobody won; your distance was {distance}", "流局；你的和牌距离为 {distance}"],
  replay_copied: ["The link to this game is copied.", "此局的链接已复制。"],
  saved_games: ["Games you kept before", "以前保存的对局"],

  // A hand
  hand_title: ["Analyse a hand", "分析手牌"],
  hand_about: [
    "Build a hand and see its distance, the useful tiles, and what to discard.",
    "摆一手牌，看和牌距离、有效牌和该打出的牌。",
  ],
  hand_text: ["As text", "文字"],
  show_hand: ["Show", "显示"],
  hand_text_about: [
    "Digits and a suit (123m 55p), letters for honours (EE, or 11z), PASS, REVERSE, DOUBLE.",
    "数字加花色（123m 55p），字牌用字母（EE，或 11z），以及 PASS、REVERSE、DOUBLE。",
  ],
  add_tiles: ["Add tiles", "添加牌"],
  add_tile: ["Add {tile}", "添加 {tile}"],
  remove_tile: ["Take away {tile}", "拿走 {tile}"],
  hand_empty: [
    "Click tiles below to put them here; click them here to take them away.",
    "点下面的牌放到这里；点这里的牌拿走。",
  ],
  tile_count: ["Tiles: {count}", "牌数：{count}"],
  open_melds: ["Open melds", "副露数"],
  clear: ["Clear", "清空"],
  example: ["An example", "示例"],
  result: ["Result", "结果"],
  hand_wins: ["This hand wins.", "这手牌能和。"],
  standard_discards: ["The standard player discards {tile}.", "标准玩家打出 {tile}。"],
  useful_left: ["Useful tiles: {count}", "有效牌：{count} 张"],
  waits_left: ["Waits: {count}", "听牌：{count} 张"],
  discards: ["What to discard", "打哪张"],
  column_discard: ["Choice", "选择"],
  column_distance: ["Distance", "和牌距离"],
  column_left: ["Left", "张数"],
  column_wins: ["Wins", "胜率"],
  column_useful: ["Useful tiles", "有效牌"],
  way: ["A shortest way to win", "一种最快的和牌方法"],
  way_add: ["add {tile}", "加入 {tile}"],
  way_give: ["give up {tile}", "去掉 {tile}"],
  as_printed: ["As the command line prints it", "命令行的输出"],

  // The rules behind "?"
  help: ["Rules and keys", "规则与快捷键"],
  group_run: ["run", "顺子"],
  group_triplet: ["triplet", "刻子"],
  group_pair: ["pair", "对子"],
  rules_win: ["What wins", "怎样和牌"],
  rules_win_text: [
    "Four groups of three tiles and a pair. A group is a run, three consecutive numbers of one suit, or a triplet, three tiles of a kind.",
    "四组三张牌，加一个对子。一组是顺子（同一花色的三个连续数字）或刻子（三张相同的牌）。",
  ],
  rules_win_not: [
    "What you chow or pong counts as a group. Seven pairs, thirteen orphans and similar hands do not win. There are no yaku, no riichi and no points.",
    "吃、碰得到的副露各算一组。七对子、十三幺、全不靠等特殊牌型不能和牌。没有役、立直和分数。",
  ],
  rules_turn: ["A turn", "回合"],
  rules_turn_text: [
    "Draw a tile, then discard any tile of your hand. If the drawn tile completes your hand, you may win with it (self-drawn).",
    "摸一张牌，然后从手牌中打出任意一张。如果摸到的牌能和，可以自摸。",
  ],
  rules_claims: ["Claims", "吃、碰、荣和"],
  claim_chow: ["Chow: a run with the discard, only if the next turn would be yours.", "吃：与打出的牌组成顺子，只有下一个轮到的玩家能吃。"],
  claim_pong: ["Pong: a triplet with the discard of any other player.", "碰：用任何一家打出的牌组成刻子。"],
  claim_ron: ["Win (ron): the discard of any other player completes your hand.", "荣和：用任何一家打出的牌和牌。"],
  rules_claims_text: [
    "A win goes before a pong, and a pong before a chow. If several could win, the first after the discarder in the order of play does. After a chow or pong, you do not draw, you only discard; the players in between lose their turn. You may always skip. There is no furiten. There is no kong.",
    "荣和优先于碰，碰优先于吃。多人可以荣和时，从打出者起按回合顺序的第一人和牌（截和）。吃、碰之后不摸牌，直接打牌；中间的玩家失去回合。可以选择过。没有振听，没有杠。",
  ],
  rules_special: ["Special tiles", "特殊牌"],
  rules_special_text: [
    "They act when they are discarded. They are part of no group and no pair, a hand with one does not win, and nobody can claim them. Two PASSes on one player cost two turns. Who loses a turn may still pong and win.",
    "打出时生效。特殊牌不能组成顺子、刻子或对子，手里有特殊牌就不能和牌，打出后也不能被吃、碰或荣和。对同一名玩家的两张 PASS 跳过两个回合；被跳过的玩家仍可以碰、荣和。",
  ],
  rules_distance: ["Distance", "和牌距离"],
  rules_distance_text: [
    "The least number of tiles that must still come for a winning hand. A hand with distance 1 is ready; 0 wins. It is the shanten number plus one.",
    "还需要进多少张牌才能和牌的最小值，即向听数加一。和牌距离为 1 即听牌，为 0 即和牌。",
  ],
  rules_end: ["The end", "结束"],
  rules_end_text: [
    "A win ends the game. Nobody wins if a player has to draw and no tile is left.",
    "有人和牌，对局立即结束。如果有人要摸牌而牌堆已空，则流局。",
  ],
  rules_tiles: ["The tiles", "牌"],
  rules_tiles_text: [
    "148 tiles: 37 kinds, four of each. Characters, dots and bamboos from 1 to 9, seven honours, and three special kinds.",
    "共 148 张：37 种，每种 4 张。万、筒、索各 1 到 9，七种字牌，三种特殊牌。",
  ],
  rules_keys: ["Keys of this page", "本页快捷键"],
  call_about_PASS: ["loses a turn", "跳过一回合"],
  call_about_REVERSE: ["the order turns round", "顺序反转"],
  call_about_DOUBLE: ["plays again", "再来一回合"],

  // The first game
  learn: ["Learn in five steps", "五步学会"],
  learn_on: ["Go on learning: step {step} of 5", "继续学习：第 {step} 步，共 5 步"],
  learn_offer: ["New here? Learn in five steps while you play.", "第一次玩？边打边学，五步学会。"],
  learn_start: ["Learn", "开始学习"],
  learn_no: ["No, thanks", "不用了"],
  learn_leave: ["Leave the lesson", "退出学习"],
  learn_left: ["You can go on with the lesson from the home page.", "可以从首页继续学习。"],
  learn_next: ["Next", "下一步"],
  learn_back: ["Back", "上一步"],
  learn_finish: ["Finish", "完成"],
  learn_done: ["Well done!", "做得好！"],
  learn_over: ["That was all: play on! Press ? for the rules.", "学完了，接着打吧！规则在“？”里。"],
  explanation: ["Explanation", "说明"],
  step_hand: ["A winning hand", "和牌的样子"],
  about_hand: [
    "You win with four groups of three and a pair. A group is a run of one suit, or a triplet.",
    "四组三张牌加一个对子即可和牌。一组是同一花色的顺子，或者刻子。",
  ],
  task_hand: ["Choose the tile that completes this hand.", "选出能和的那一张。"],
  wrong_answer: ["Not that one: the last tile has no partner yet.", "不是这张：最后一张牌还没有配成对子。"],
  a_gap: ["a missing tile", "缺的一张牌"],
  step_turn: ["Draw and discard", "摸牌与打牌"],
  about_turn: [
    "In your turn you draw a tile: it stands apart at the end of your hand. Then you discard one: click it, push it up to the table, or use the arrow keys and Enter. Keep what is close to a group, give up what stands alone.",
    "轮到你时先摸一张牌，它单独放在手牌的最后。然后打出一张：点它、把它推向牌桌，或用方向键和回车。留下快成组的牌，打出孤张。",
  ],
  task_turn: ["Discard a tile.", "打出一张牌。"],
  step_claim: ["Take a discard", "吃、碰、荣和"],
  about_claim: [
    "When another player discards what you need, buttons appear above your hand. After a chow or pong you do not draw, you only discard. You may always skip.",
    "其他玩家打出你需要的牌时，手牌上方会出现按钮。吃、碰之后不摸牌，直接打牌。也可以选择过。",
  ],
  task_claim: ["Play on until buttons appear, then claim or skip.", "继续打，等按钮出现时选择吃、碰或过。"],
  step_special: ["Special tiles", "特殊牌"],
  about_special: [
    "They act when you discard them. A hand with a special tile does not win, and nobody can claim one.",
    "打出时生效。手里有特殊牌就不能和牌；打出的特殊牌不能被吃、碰或荣和。",
  ],
  task_special: ["Discard a special tile as soon as you hold one.", "手里有特殊牌时，打出一张。"],
  step_distance: ["How far is it?", "还差多少？"],
  about_distance: [
    "The distance beside your name counts the tiles that you still need. With distance 1 you are ready: one tile wins. A hint names a good choice, and says why.",
    "名字旁边的和牌距离是还需要的牌数。和牌距离为 1 就是听牌：再来一张就和。提示会给出一个好的选择，并说明理由。",
  ],
  task_distance: ["Press Hint.", "按一下“提示”。"],

  // Keys
  key_lesson: ["Go to the lesson", "转到学习步骤"],
  key_tab: ["Go to and use everything else", "转到并使用其他内容"],
  key_next_choice: ["Next choice", "下一个选择"],
  key_last_choice: ["Previous choice", "上一个选择"],
  move_w: ["Win", "和牌"],
  move_p: ["Pong", "碰"],
  move_c: ["Chow, the first that is offered", "吃（第一种）"],
  move_x: ["Skip a claim", "过"],
  key_escape: ["Cancel; show the moves of the others at once", "取消；立即显示其他玩家的动作"],
  key_claim: ["Next claim", "下一个吃、碰、荣和"],
  key_special: ["Next special tile", "下一张特殊牌"],
  key_decision: ["Next decision of the chosen seat", "所选玩家的下一个决策"],
  key_claim_back: ["Previous claim", "上一个吃、碰、荣和"],
  key_special_back: ["Previous special tile", "上一张特殊牌"],
  key_decision_back: ["Previous decision of the chosen seat", "所选玩家的上一个决策"],
  key_mistake: ["Next mistake", "下一个失误"],
  key_mistake_back: ["Previous mistake", "上一个失误"],
  key_uncover: ["Close the panels over the table", "关闭盖住牌桌的面板"],
  key_remove: ["Take away the last tile", "拿走最后一张"],

  // Studying many games
  study_title: ["Study many games", "统计大量对局"],
  study_about: [
    "Count what happens in games of the standard player, or compare players. The charts are drawn while the games are played.",
    "统计标准玩家的对局，或者比较不同的玩家。对局进行时就画出图表。",
  ],
  study_what: ["What to study", "统计内容"],
  study_batch: ["Games of the standard player", "标准玩家的对局"],
  study_two: ["Two players, two seats each", "两名玩家，各占两个座位"],
  study_four: ["Four players", "四名玩家"],
  study_round_robin: ["Everybody against everybody, with ratings", "循环赛，评出等级分"],
  study_players: ["Players", "玩家"],
  study_player: ["Player {number}", "玩家 {number}"],
  study_games: ["Games", "局数"],
  study_end: ["End", "结束条件"],
  study_end_all: ["when all games are played", "打完所有对局"],
  study_end_clear: [
    "when it is clear whether player 1 leads by at most {low} or at least {high} percentage points",
    "能判断玩家 1 领先至多 {low} 还是至少 {high} 个百分点时",
  ],
  study_start: ["Start", "开始"],
  study_stop: ["Stop", "停止"],
  study_save: ["Save as HTML", "保存为网页"],
  study_progress: ["{games} of {of} games", "{games} / {of} 局"],
  study_playing: ["Games are being played.", "正在对局。"],
  study_ended_played: ["All games are played.", "已打完所有对局。"],
  study_ended_decided: ["The sequential test is decided.", "序贯检验已有结论。"],
  study_ended_time: ["The time for one study is over.", "一次统计的时间已到。"],
  study_ended_stopped: ["Stopped.", "已停止。"],
  wrong_count: ["Please give a whole number from 1 to {most}.", "请输入 1 到 {most} 的整数。"],
  few_players: ["Please choose at least two players.", "请至少选择两名玩家。"],
};

const LANGUAGE_KEY = "hule.language";

/** @type {LanguageName} */
let spoken = firstLanguage();

/** The language chosen before, else that of the browser. */
function firstLanguage() {
  let chosen = null;
  try {
    chosen = localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // Some browsers refuse it to files.
  }
  return (chosen ?? navigator.language ?? "en").startsWith("zh") ? "zh" : "en";
}

export function language() {
  return spoken;
}

/** @param {LanguageName} name */
export function setLanguage(name) {
  spoken = name;
  try {
    localStorage.setItem(LANGUAGE_KEY, name);
  } catch {
    // Then it is chosen again next time.
  }
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} [values] for what stands in braces
 */
export function word(name, values = {}) {
  const said = WORDS[name];
  if (!said) throw new Error(`no word ${name}`);
  return said[spoken === "zh" ? 1 : 0].replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));
}

/**
 * The strength of a player; the name itself if it is none of ours.
 * @param {string} name
 */
export function levelName(name) {
  const known = name.split(":")[0] ?? "";
  return WORDS[`level_${known}`] ? word(`level_${known}`) : name;
}

/** @param {Seat} seat */
export function seatName(seat) {
  return word("seat_name", { seat });
}

/**
 * Names one behind the other.
 * @param {string[]} names
 */
export function listOf(names) {
  return names.join(spoken === "zh" ? "、" : ", ");
}

/** @param {string[]} tiles */
export function tileNames(tiles) {
  return tiles.join(" ");
}

/**
 * The name of a tile and what it is.
 * @param {string} tile
 */
export function tileWord(tile) {
  const number = Number(tile[0]);
  const kind = number ? word(`tile_${tile[1]}`, { number }) : word(tile === "S" ? "tile_south" : `tile_${tile}`);
  return spoken === "zh" ? `${tile}（${kind}）` : `${tile} (${kind})`;
}
