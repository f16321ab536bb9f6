"""The parts of a running bot, and the commands and components that are made of them."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord.ext import commands

from bot.storage.store import SqlStore
from bot.table.background_reviews import BackgroundReviews
from bot.table.daily import DailyHands
from bot.table.registry import GameRegistry

from .achievements import AchievementClicks, NewAchievements
from .announcer import ChannelAnnouncer
from .avatars import Avatars
from .card_emojis import CardEmojis
from .drawing import Pictures
from .errors import Guard
from .hands import LiveHands
from .leaderboard import LeaderboardCommand
from .notice_settings import NoticeSettings
from .permissions import server_of
from .play import PlayCommands
from .preferences import Preferences
from .privacy import PrivacyCommands
from .replays import Replays
from .reviews import Reviews
from .seasons import Seasons
from .settings import PersonalSettings, SettingsCommands
from .stats import StatsCommand
from .threads import ThreadTables
from .views.components import Components
from .views.daily import DailyClicks
from .views.dice import DiceClicks
from .views.guided import GuidedClicks
from .views.hand import HandClicks
from .views.history import HistoryClicks
from .views.lobby import LobbyClicks
from .views.mine import MyGames
from .views.options import OptionsClicks
from .views.replay import ReplayClicks
from .views.review import ReviewClicks
from .views.rules import RulesClicks
from .views.seat_requests import SeatRequestClicks
from .views.solo import SoloClicks
from .views.table import TableClicks
from .views.tables import TableList
from .views.watch import WatchClicks


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
        hands=parts.hands,
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
