"""The parts of a running bot, and the commands and components that are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import discord
from discord.ext import commands

from bot.storage.store import SqlStore
from bot.table.background_reviews import BackgroundReviews
from bot.table.daily import DailyHands
from bot.table.registry import GameRegistry
from bot.table.replays import Replays
from bot.table.reviews import Reviews
from cogs.achievements import AchievementClicks
from cogs.base.errors import Guard
from cogs.base.permissions import server_of
from cogs.base.preferences import Preferences
from cogs.base.receiver import Components
from cogs.live.avatars import Avatars
from cogs.live.card_emojis import CardEmojis
from cogs.live.channel_messages import ChannelAnnouncer
from cogs.live.hands import LiveHands
from cogs.live.new_achievements import NewAchievements
from cogs.live.pictures import Pictures
from cogs.live.seasons import Seasons

from .daily import DailyClicks
from .dice import DiceClicks
from .guided import GuidedClicks
from .hand import HandClicks
from .history import HistoryClicks
from .leaderboard import LeaderboardCommand
from .lobby import LobbyClicks
from .mine import MyGames
from .notice_settings import NoticeSettings
from .options import OptionsClicks
from .play import PlayCommands
from .privacy import PrivacyCommands
from .replay import ReplayClicks
from .review import ReviewClicks
from .rules import RulesClicks
from .seat_requests import SeatRequestClicks
from .settings import PersonalSettings, SettingsCommands
from .solo import SoloClicks
from .stats import StatsCommand
from .table import TableClicks
from .tables import TableList
from .threads import ThreadTables
from .watch import WatchClicks


@dataclass(frozen=True)
class Services:
    """The parts of a running bot.

    Attributes:
        registry: every channel's manager.
        store: the database.
        preferences: what servers and people chose.
        pictures: draws, in worker threads.
        avatars: avatars of users.
        emojis: the cards as emojis.
        hands: private hands that can still be edited.
        announcer: the channels' messages.
        replays: finished games to step through.
        reviews: reviews of finished games.
        background_reviews: reviews every finished card game, for statistics.
        seasons: announces champions.
        daily: daily hands.
        notices: what people choose about turn notices.
        guard: answers for exceptions.
    """

    registry: GameRegistry
    store: SqlStore
    preferences: Preferences
    pictures: Pictures
    avatars: Avatars
    emojis: CardEmojis
    hands: LiveHands
    announcer: ChannelAnnouncer
    replays: Replays
    reviews: Reviews
    background_reviews: BackgroundReviews
    seasons: Seasons
    daily: DailyHands
    notices: NoticeSettings
    guard: Guard

    def forget_here(self, user_id: int) -> None:
        """Drop a person's data from memory."""
        self.hands.forget(user_id)
        self.avatars.forget(user_id)
        self.preferences.people.forget(user_id)
        self.replays.forget()
        self.reviews.forget()


async def register(bot: commands.AutoShardedBot, parts: Services) -> None:
    """Add all commands and components to a bot, and what it learns from events."""
    shown = parts.preferences, parts.pictures
    found = parts.store, *shown
    options = OptionsClicks()
    achievements = NewAchievements(parts.store, parts.preferences)
    daily = DailyClicks(parts.daily, *found, emojis=parts.emojis, achievements=achievements)
    guided = GuidedClicks(*found, parts.emojis)
    tables = TableClicks(parts.announcer, *shown)
    rules = RulesClicks(*shown)
    history = HistoryClicks(parts.store, parts.replays, *shown)
    reviews = ReviewClicks(parts.replays, parts.reviews, *shown)
    mine = MyGames(parts.registry, parts.preferences)
    table_list = TableList(parts.registry, parts.preferences)
    leaderboard = LeaderboardCommand(parts.guard, *found)
    stats = StatsCommand(parts.guard, *found)
    privacy = PrivacyCommands(
        parts.guard,
        parts.store,
        parts.preferences,
        parts.registry,
        parts.seasons,
        forget_here=parts.forget_here,
    )
    settings = SettingsCommands(
        parts.guard,
        parts.registry,
        parts.announcer,
        parts.seasons,
        preferences=parts.preferences,
        pictures=parts.pictures,
    )
    threads = ThreadTables(parts.registry, parts.preferences)
    personal = PersonalSettings(parts.registry, parts.hands, *found, notices=parts.notices)
    play = PlayCommands(
        parts.guard,
        parts.registry,
        parts.announcer,
        parts.hands,
        parts.preferences,
        daily=daily,
        guided=guided,
        tables=tables,
        rules=rules,
        history=history,
        mine=mine,
        reviews=reviews,
        table_list=table_list,
        settings=personal,
        threads=threads,
    )
    for cog in (play, settings, leaderboard, stats, privacy):
        await bot.add_cog(cog)
    bot.tree.error(parts.guard.command_failed)
    components = Components(
        parts.guard,
        parts.registry,
        parts.preferences,
        replays=parts.replays,
        tell_lost=partial(parts.hands.tell, key="errors.not_answered"),
        handlers={
            **play.handlers,
            **LobbyClicks(parts.hands, parts.preferences, guided.offer, options.close).handlers,
            **options.handlers,
            **tables.handlers,
            **threads.handlers,
            **WatchClicks(parts.hands).handlers,
            **rules.handlers,
            **HandClicks(parts.hands, parts.preferences).handlers,
            **SoloClicks(parts.hands, parts.preferences).handlers,
            **DiceClicks(parts.announcer, parts.hands, parts.preferences).handlers,
            **daily.handlers,
            **guided.handlers,
            **settings.handlers,
            **personal.handlers,
            **leaderboard.handlers,
            **stats.handlers,
            **AchievementClicks(*found).handlers,
            **history.handlers,
            **mine.handlers,
            **table_list.handlers,
            **SeatRequestClicks(parts.hands, parts.preferences).handlers,
            **ReplayClicks(parts.replays, *shown).handlers,
            **reviews.handlers,
            **privacy.handlers,
        },
    )
    bot.add_dynamic_items(components.item())

    async def on_interaction(interaction: discord.Interaction) -> None:
        parts.avatars.saw(server_of(interaction), interaction.user)
        await components.submit(interaction)

    async def on_message(message: discord.Message) -> None:
        # Nothing of the message is read.
        if bot.user is not None and message.author.id != bot.user.id:
            parts.announcer.count(message.channel.id)

    bot.add_listener(on_interaction)
    bot.add_listener(on_message)
