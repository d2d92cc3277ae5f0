"""Serializers and views in the manner of the framework's documentation."""

from __future__ import annotations

from django.db import transaction
from rest_framework import generics, serializers

from benchmarks.baseline.models import Hand, Match, Player, Seat, Side
from scoring.engine import answer


class SideSerializer(serializers.ModelSerializer):
    class Meta:
        model = Side
        fields = ["number", "captured", "scope", "total"]
        read_only_fields = ["number", "total"]


class HandSerializer(serializers.ModelSerializer):
    sides = SideSerializer(many=True)

    class Meta:
        model = Hand
        fields = ["id", "number", "dealer_seat", "sides", "created_at"]
        read_only_fields = ["id"]

    @transaction.atomic
    def create(self, validated_data):
        match = Match.objects.select_for_update().get(pk=validated_data.pop("match_id"))
        sides = validated_data.pop("sides")
        piles = [{"cards": side["captured"], "scope": side["scope"]} for side in sides]
        score = answer("score", {"ruleset": match.ruleset, "sides": piles})
        hand = Hand.objects.create(match=match, **validated_data)
        for number, side in enumerate(sides):
            Side.objects.create(hand=hand, number=number, total=score["sides"][number]["total"], **side)
        for seat in match.seats.all():
            seat.total += score["sides"][seat.number]["total"]
            seat.save()
        match.version += 1
        match.save()
        return hand


class PlayerSerializer(serializers.ModelSerializer):
    class Meta:
        model = Player
        fields = ["id", "name", "rating", "deviation", "matches"]


class SeatSerializer(serializers.ModelSerializer):
    player = PlayerSerializer()

    class Meta:
        model = Seat
        fields = ["number", "player", "total"]


class MatchSerializer(serializers.ModelSerializer):
    seats = SeatSerializer(many=True)

    class Meta:
        model = Match
        fields = ["id", "ruleset", "status", "version", "created_at", "seats"]


class HandCreate(generics.CreateAPIView):
    serializer_class = HandSerializer

    def put(self, request, *args, **kwargs):
        return self.create(request, *args, **kwargs)

    def perform_create(self, serializer):
        serializer.save(id=self.kwargs["hand_id"], match_id=self.kwargs["match_id"])


class HandList(generics.ListAPIView):
    serializer_class = HandSerializer
    pagination_class = None

    def get_queryset(self):
        return Hand.objects.filter(match_id=self.kwargs["match_id"]).prefetch_related("sides")


class MatchList(generics.ListAPIView):
    serializer_class = MatchSerializer

    def get_queryset(self):
        return Match.objects.prefetch_related("seats__player").order_by("-created_at")[:50]


class RankingList(generics.ListAPIView):
    serializer_class = PlayerSerializer
    queryset = Player.objects.order_by("-rating")[:64]
